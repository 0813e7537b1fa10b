/** Sentences of the house: a text, or the parts of one that names dice. */
import type { Choice, NamedDie } from '../protocol/socket';

export type Sentence = Choice['label'];

/** The sentence in its parts: text, and dice to draw. */
export function partsOf(sentence: Sentence): readonly (string | NamedDie)[] {
  return typeof sentence === 'string' ? [sentence] : sentence;
}

/** The sentence in words alone, for labels and screen readers. */
export function plain(sentence: Sentence): string {
  return partsOf(sentence).map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** Several sentences as one text. */
export function together(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, i) => [...(i ? [' '] : []), ...partsOf(sentence)]);
}
