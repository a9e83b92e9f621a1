import type { Spoken } from '../../line-game/wire/line-reading.ts';
import type { SharedNotice } from '../../line-game/wire/shared-notices.ts';

/** What a player may say once it is ready. */
export type Message = Spoken<Move>;

export type Move =
  | { readonly type: 'play'; readonly placements: readonly Placement[] }
  | { readonly type: 'pass' }
  | { readonly type: 'change'; readonly ids: readonly number[] }
  | { readonly type: 'forfeit' };

/** One tile, where it is laid and what it stands for: `X Y IDcPOINTS`. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly id: number;
  /** One code point. */
  readonly letter: string;
  readonly points: number;
}

/** How many there are of a kind of tile: `IDxN`. */
export interface Count {
  readonly id: number;
  readonly count: number;
}

/** What the host says once the game has begun. `player` is a number from 1, as everywhere on the wire. */
export type Notice =
  | SharedNotice
  /** How many tiles it holds: told before each turn. */
  | { readonly type: 'bag'; readonly tiles: number }
  /** A turn without end has no `ms`. */
  | { readonly type: 'turn'; readonly ms: number | undefined; readonly k: number }
  | PlayTold<'played', { readonly player: number; readonly points: number }>
  | PlayTold<'playfailed', { readonly player: number }>
  | PlayTold<'playsuccess', { readonly points: number; readonly drawn: readonly Count[] }>
  | { readonly type: 'changed'; readonly player: number; readonly tiles: number }
  | { readonly type: 'changesuccess'; readonly drawn: readonly Count[] }
  /** The words after `error`. */
  | { readonly type: 'error'; readonly words: readonly string[] }
  | { readonly type: 'failed' };

type PlayTold<Type, More> = { readonly type: Type; readonly placements: readonly Placement[] } & More;
