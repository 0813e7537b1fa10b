/** What a review says: fetched with it, when somebody opens one. */
import { speaking } from '../../words/speaking';
import type en from './words/en';

export type ReviewKey = keyof typeof en;
export const said = speaking<ReviewKey>(import.meta.glob('./words/*.ts', { eager: true, import: 'default' }));
