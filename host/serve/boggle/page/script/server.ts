import type { GameAnswer, RankedUser, TurnAnswer, UserAnswer } from '../state/answers.ts';
import type { KeptUser } from '../state/kept-users.ts';
import { refusalIn } from '../state/refusals.ts';

export type Answered<Value> = { readonly ok: true; readonly value: Value } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** Of HTTP; 0: the server could not be reached. */
  readonly status: number;
  readonly message: string;
  /** What it is about; none: about none alone. */
  readonly parameter?: string;
}

interface NewUser {
  readonly message: string;
  readonly urlsafe_key: string;
  readonly token?: string;
}

/** Paths are below the page, wherever it is. */
const HOME = 'boggle';

export async function makeUser(name: string, email: string): Promise<Answered<NewUser>> {
  return await ask('POST', 'create_user', undefined, { user_name: name, ...(email !== '' && { email }) });
}

/** Refused, if the token is not that of this user where the server asks for one. */
export async function findUser(name: string, token: string | undefined): Promise<Answered<UserAnswer>> {
  return await ask('GET', `user?${new URLSearchParams({ user_name: name })}`, { token });
}

export async function newGame(me: KeptUser, opponent: string, turns: string): Promise<Answered<GameAnswer>> {
  return await ask('POST', 'new_game', me, { user1_name: me.name, user2_name: opponent, turns });
}

export async function move(me: KeptUser, key: string, guess: string): Promise<Answered<GameAnswer>> {
  return await ask('PUT', `make_move/${key}`, me, { user_name: me.name, guess });
}

export async function cancel(me: KeptUser, key: string): Promise<Answered<GameAnswer>> {
  return await ask('PUT', `game/${key}/cancel`, me, { user_name: me.name });
}

export async function game(key: string): Promise<Answered<GameAnswer>> {
  return await ask('GET', `get_game/${key}`);
}

export async function history(key: string): Promise<Answered<{ readonly turns: readonly TurnAnswer[] }>> {
  return await ask('GET', `games/${key}/history`);
}

export interface UserWithGames {
  readonly user: UserAnswer;
  readonly games: readonly GameAnswer[];
}

export async function gamesOf(user: KeptUser): Promise<Answered<UserWithGames>> {
  return await ask('GET', `user/${user.key}`);
}

export async function rankings(): Promise<Answered<{ readonly users: readonly RankedUser[] }>> {
  return await ask('GET', 'user_rankings');
}

export async function average(): Promise<Answered<{ readonly message: string }>> {
  return await ask('GET', 'games/average_turns');
}

export function eventsOf(key: string): EventSource {
  return new EventSource(`${HOME}/games/${key}/events`);
}

async function ask<Value>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  user?: { readonly token?: string | undefined },
  body?: object,
): Promise<Answered<Value>> {
  const headers = new Headers({ accept: 'application/json; profile=typed' });
  if (body) headers.set('content-type', 'application/json');
  if (user?.token !== undefined) headers.set('authorization', `Bearer ${user.token}`);
  try {
    const response = await fetch(`${HOME}/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) return { ok: false, status: response.status, ...refusalIn(text) };
    return { ok: true, value: JSON.parse(text) as Value };
  } catch {
    return { ok: false, status: 0, message: 'The server does not answer. Try again in a moment.' };
  }
}
