/** Forms from JSON schemas: what a move of a rich kind takes, and the move from what was typed. */
import type { OpenKind } from '../protocol/socket';
import type { Move } from '../wire/following';

export interface Field {
  readonly name: string;
  readonly number: boolean;
  readonly longest: number;
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maximum?: number;
}

/** What a kind takes, by the names of its fields. */
function takenBy(kind: OpenKind): Readonly<Record<string, Schema>> {
  const root = kind.takes as Schema;
  const schema = root.$ref ? (root.$defs?.[root.$ref.split('/').at(-1) ?? ''] ?? root) : root;
  return schema.properties ?? {};
}

/** How large a field of these kinds may be, as the house says; undefined: none of them has it. */
export function largest(kinds: readonly OpenKind[], field: string): number | undefined {
  return kinds.map((kind) => takenBy(kind)[field]?.maximum).find((most) => most !== undefined);
}

/** The fields of a kind, without the tag that names it. */
export function fieldsOf(kind: OpenKind): Field[] {
  return Object.entries(takenBy(kind))
    .filter(([name, field]) => name !== 'type' && !field.enum)
    .map(([name, field]) => ({
      name,
      number: field.type === 'number' || field.type === 'integer',
      longest: field.maxLength ?? 40,
    }));
}

export function moveFrom(kind: OpenKind, typed: Readonly<Record<string, string>>): Move {
  const values = fieldsOf(kind).map(({ name, number }) => {
    const text = (typed[name] ?? '').trim();
    return [name, number ? Number(text.replace(',', '.')) : text] as const;
  });
  return { type: kind.kind, ...Object.fromEntries(values) };
}
