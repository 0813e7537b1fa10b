import { speaking } from '../../words/speaking';
import type en from './words/en';

export const word = speaking<keyof typeof en>(import.meta.glob('./words/*.ts', { eager: true, import: 'default' }));
