/** The wire as the house describes it; what has a default is always sent, and a move is an object that names its kind. */
import type * as house from '../../../docs/wire';

export { PROTOCOL } from '../../../docs/wire';

type Sent<T> = T extends readonly (infer Item)[] ? Sent<Item>[] : T extends object ? { [Name in keyof T]-?: Sent<T[Name]> } : T;

export type Move = { readonly type: string } & Readonly<Record<string, unknown>>;
export type Choice = Omit<house.Choice, 'move'> & { readonly move: Move };
export type OpenKind = house.OpenKind;
export type SceneDie = Omit<Sent<house.Die>, 'type'>;
export type SceneGroup = Sent<house.SceneGroup>;
export type SceneView = Sent<house.SceneView>;
export type SeatView = house.SeatView;
export type RoomView = house.RoomView;
export type Happening = Sent<house.Happening>;
export type Position = Omit<Sent<house.Position>, 'moves'> & { readonly moves: readonly Choice[] };

type Welcome = Omit<house.Welcome, 'position' | 'missed'> & { readonly position: Position | null; readonly missed: readonly Happening[] };
type News = Omit<house.News, 'position' | 'happenings'> & { readonly position: Position | null; readonly happenings: readonly Happening[] };
export type HouseMessage = Exclude<house.HouseMessage, { type: 'welcome' | 'news' }> | Welcome | News;

export type ClientMessage = house.ClientMessage;
type Numberless<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never;
/** What a client may ask, without the number that the answer will carry. */
export type Asking = Numberless<ClientMessage>;
