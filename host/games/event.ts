import type { Fields, ValuesOf } from '../core/shape.ts';
import type { ByteRange } from './kit/verdict.ts';

/** The fields of one type of event; of some there are two forms, and each lists what the other has not. */
export type Described = Fields | readonly [Fields, Fields];

/** The events of a game, by type: their types, their reader and their schema are made from it. */
export type EventTable = Readonly<Record<string, Described>>;

/** The events of a table. */
export type EventOf<Table extends EventTable> = {
  [Type in keyof Table & string]: { readonly type: Type } & FormOf<Table[Type]>;
}[keyof Table & string];

type FormOf<Form extends Described> = Form extends Fields
  ? ValuesOf<Form>
  : Form extends readonly [infer One extends Fields, infer Other extends Fields]
    ? (ValuesOf<One> & Without<Other, One>) | (ValuesOf<Other> & Without<One, Other>)
    : never;

type Without<Absent extends Fields, Present extends Fields> = {
  readonly [Name in Exclude<keyof Absent, keyof Present>]?: undefined;
};

/** What happens in any game, besides what is its own. */
export interface OwnEvent {
  readonly type: string;
  readonly seat?: number | undefined;
}

/**
 * A game's own event, to code that serves every game. No type that a game has is one of these, so the compiler refuses
 * to such code whatever asks for one by its name.
 */
export type OpaqueEvent =
  | { readonly type: OpaqueType; readonly seat: number; readonly bytes?: ByteRange }
  | { readonly type: OpaqueType };

type OpaqueType = `a game's own: ${string}`;
