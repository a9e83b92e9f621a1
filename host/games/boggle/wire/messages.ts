import type { Spoken } from '../../line-game/wire/line-reading.ts';
import type { SharedNotice } from '../../line-game/wire/shared-notices.ts';
import type { MissReason } from '../judge-guess.ts';

/** What a player may say once it is ready. */
export type Message = Spoken<Move>;

export type Move =
  /** In capitals, whatever the player wrote. */
  | { readonly type: 'guess'; readonly word: string }
  | { readonly type: 'pass' | 'done' | 'forfeit' }
  /** Any line after `done`. */
  | { readonly type: 'unread' };

/** What the host says once the game has begun. `player` is a number from 1, as everywhere on the wire. */
export type Notice =
  | SharedNotice
  /** A turn without end has no `ms`; `left` are the turns of the whole game, this one too. */
  | { readonly type: 'turn'; readonly ms: number | undefined; readonly k: number; readonly left: number }
  | WordTold<'scored' | 'found', { readonly points: number }>
  /** A later host may have reasons of its own. */
  | WordTold<'missed', { readonly reason: MissReason | (string & {}) }>;

type WordTold<Type, More> = {
  readonly type: Type;
  readonly player: number;
  readonly word: string;
} & More;
