/** What the house's players say: data, loaded when somebody first says something. Every temper has words in every language. */
import { byLanguage } from '../words/catalogues';
import type { Occasion, Temper } from './tempers';

export type Lines = Readonly<Record<Temper, Readonly<Record<Occasion, readonly string[]>>>>;

export const LINES = byLanguage(import.meta.glob<Lines>('./lines/??.ts', { eager: true, import: 'default' }));
