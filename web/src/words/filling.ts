/** Templates: `{name}` is a value, `[name:one|many]` a form of words by number, with `#` for the number. */
import type { Language } from './catalogues';

export type Gaps = Readonly<Record<string, string | number>>;

const HOLE = /\{(\w+)\}|\[(\w+):([^|\]]*)\|([^\]]*)\]/g;
const rules = new Map<Language, Intl.PluralRules>();

/** A text with its gaps filled. Which numbers count as one is the language's own rule: in French, none does too. */
export function filled(text: string, gaps: Gaps, language: Language): string {
  return text.replace(HOLE, (hole, name: string | undefined, counted: string, one: string, many: string) => {
    if (name !== undefined) return written(gaps[name] ?? hole);
    const number = gaps[counted];
    return number === undefined ? hole : (isSingular(Number(number), language) ? one : many).replace('#', written(number));
  });
}

/** A word as it is; a number below nothing with a minus, which no hyphen stands for. */
export function written(value: string | number): string {
  return typeof value === 'number' ? String(value).replace('-', '−') : value;
}

function isSingular(number: number, language: Language): boolean {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule.select(number) === 'one';
}
