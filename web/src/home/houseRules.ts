/** House rules as a form: what a preset begins with, what was changed, and what of it the house has to be told. */
import type { GameInfo, OptionInfo } from '../protocol/http';

export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

type Kind = 'tick' | 'choice' | 'number' | 'list' | 'text';

/** How a house rule is asked for. */
export function kindOf({ option }: OptionInfo): Kind {
  if (option.listed) return 'list';
  if (option.choices.length && option.exhaustive) return typeof option.default === 'boolean' ? 'tick' : 'choice';
  return typeof option.default === 'number' ? 'number' : 'text';
}

/** What the game plays under a preset, every rule of it. */
export function valuesOf(game: GameInfo, preset: string): Values {
  const named = game.presets.find((each) => each.name === preset)?.options ?? {};
  return Object.fromEntries(game.options.map(({ option }) => [option.name, (named[option.name] ?? option.default) as Value]));
}

/** The rules that are not as the preset has them. */
export function changed(game: GameInfo, preset: string, values: Values): string[] {
  const begun = valuesOf(game, preset);
  return Object.keys(begun).filter((name) => JSON.stringify(spoken(begun[name])) !== JSON.stringify(spoken(values[name])));
}

/** What the house is told beside the preset. */
export function wished(game: GameInfo, preset: string, values: Values): Record<string, unknown> {
  return Object.fromEntries(changed(game, preset, values).map((name) => [name, spoken(values[name])]));
}

/** A list is told as people would type it; lines that were left empty are no part of it. */
function spoken(value: Value | undefined): unknown {
  return Array.isArray(value) ? value.map((each) => String(each).trim()).filter(Boolean).join(',') : value;
}

/** What a choice is called. */
export function choiceName({ labels }: OptionInfo, choice: unknown): string {
  return labels[String(choice)] ?? String(choice);
}
