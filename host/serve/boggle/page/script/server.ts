import { followEvents } from '../../../../views/parts/script/server.ts';
import type { GameAnswer, MoveAnswer, RankedUser, UserAnswer } from '../../api/schemas.ts';
import { refusalIn } from '../game-state.ts';
import type { SavedUser } from '../users.ts';

export type ApiAnswer<Value> = { readonly ok: true; readonly value: Value } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** An HTTP status. 0: the server could not be reached. */
  readonly status: number;
  readonly message: string;
  readonly parameter?: string;
}

export interface NewUser {
  readonly message: string;
  readonly urlsafe_key: string;
  readonly token?: string;
}

/** The files of the page are beside it. */
const HOME = new URL('../boggle', import.meta.url).href;
const LONGEST_MS = 20_000;
const UNREADABLE =
  'The answer is not from the server of this page. Reload the page, or try again in a moment.';

export async function makeUser(name: string, email: string): Promise<ApiAnswer<NewUser>> {
  return await ask('POST', 'create_user', 'urlsafe_key', undefined, {
    user_name: name,
    ...(email !== '' && { email }),
  });
}

/** Refused with the wrong token, if the server requires one. */
export async function findUser(name: string, token: string | undefined): Promise<ApiAnswer<UserAnswer>> {
  return await ask('GET', `user?${new URLSearchParams({ user_name: name })}`, 'urlsafe_key', { token });
}

/** The first of the names begins. */
export async function newGame(
  me: SavedUser,
  [user1_name, user2_name]: readonly [string, string],
  turns: string,
): Promise<ApiAnswer<GameAnswer>> {
  return await ask('POST', 'new_game', 'urlsafe_key', me, { user1_name, user2_name, turns });
}

export async function move(me: SavedUser, key: string, guess: string): Promise<ApiAnswer<GameAnswer>> {
  return await ask('PUT', `make_move/${key}`, 'urlsafe_key', me, { user_name: me.name, guess });
}

export async function cancel(me: SavedUser, key: string): Promise<ApiAnswer<GameAnswer>> {
  return await ask('PUT', `game/${key}/cancel`, 'urlsafe_key', me, { user_name: me.name });
}

export async function game(key: string): Promise<ApiAnswer<GameAnswer>> {
  return await ask('GET', `get_game/${key}`, 'urlsafe_key');
}

export async function history(key: string): Promise<ApiAnswer<{ readonly turns: readonly MoveAnswer[] }>> {
  return await ask('GET', `games/${key}/history`, 'turns');
}

export interface UnfoundWord {
  readonly word: string;
  readonly points: number;
}

export async function unfound(key: string): Promise<ApiAnswer<{ readonly words: readonly UnfoundWord[] }>> {
  return await ask('GET', `games/${key}/unfound`, 'words');
}

export interface UserWithGames {
  readonly user: UserAnswer;
  readonly games: readonly GameAnswer[];
}

export async function gamesOf(user: SavedUser): Promise<ApiAnswer<UserWithGames>> {
  return await ask('GET', `user/${user.key}`, 'games');
}

export async function rankings(): Promise<ApiAnswer<{ readonly users: readonly RankedUser[] }>> {
  return await ask('GET', 'user_rankings', 'users');
}

/** Tells changes of a game, and whether the page is connected. Returns the function that ends it. */
export function follow(
  key: string,
  came: (game: GameAnswer) => void,
  connected: (isThere: boolean) => void,
): () => void {
  return followEvents(`${HOME}/games/${key}/events`, { game: came }, connected);
}

/** `has` is a field of every answer. An answer without it comes from another server. */
async function ask<Value extends object>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  has: keyof Value & string,
  user?: { readonly token?: string | undefined },
  body?: object,
): Promise<ApiAnswer<Value>> {
  const headers = new Headers({ accept: 'application/json; profile=typed' });
  if (body) headers.set('content-type', 'application/json');
  if (user?.token !== undefined) headers.set('authorization', `Bearer ${user.token}`);
  const endWaiting = beginWaiting();
  try {
    const response = await fetch(`${HOME}/${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) return { ok: false, status: response.status, ...refusalIn(text, response.status) };
    return valueIn<Value>(text, has) ?? { ok: false, status: 0, message: UNREADABLE };
  } catch {
    return { ok: false, status: 0, message: 'The server does not answer. Try again in a moment.' };
  } finally {
    endWaiting();
  }
}

function valueIn<Value extends object>(
  text: string,
  has: keyof Value & string,
): ApiAnswer<Value> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && has in value
      ? { ok: true, value: value as Value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A faster answer needs no message. */
const SOON_MS = 1000;
let late = 0;
let tell: (isWaiting: boolean) => void = () => {};

/** Called while the server is slow, and when it is not any more. */
export function onWaiting(listener: (isWaiting: boolean) => void): void {
  tell = listener;
}

/** Counts a request that takes long. Returns its end. */
function beginWaiting(): () => void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    tell(++late > 0);
  }, SOON_MS);
  return () => {
    clearTimeout(timer);
    if (isLate) tell(--late > 0);
  };
}
