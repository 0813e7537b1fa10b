export { play } from '../stage/sounds';
