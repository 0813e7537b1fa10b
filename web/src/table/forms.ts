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
}

/** The fields of a kind, without the tag that names it. */
export function fieldsOf(kind: OpenKind): Field[] {
  const root = kind.takes as Schema;
  const schema = root.$ref ? (root.$defs?.[root.$ref.split('/').at(-1) ?? ''] ?? root) : root;
  return Object.entries(schema.properties ?? {})
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
