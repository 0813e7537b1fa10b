/** Sentences of the house in which dice are marked: `⟦name|face|colour⟧`. */
import type { DieFace } from '../dice/faces';

export type Piece = string | { readonly die: DieFace; readonly name: string };

const MARK = /⟦([^|⟧]*)\|([^|⟧]*)\|([^|⟧]*)⟧/g;

/** The sentence in pieces: text, and dice to draw. */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const mark of sentence.matchAll(MARK)) {
    if (mark.index > from) pieces.push(sentence.slice(from, mark.index));
    pieces.push({ die: { face: mark[2] ?? '', colour: mark[3] ?? '' }, name: mark[1] ?? '' });
    from = mark.index + mark[0].length;
  }
  if (from < sentence.length) pieces.push(sentence.slice(from));
  return pieces;
}

/** The sentence in words alone, for labels and screen readers. */
export function plain(sentence: string): string {
  return sentence.replace(MARK, '$1');
}
