import type { GameAnswer, RankedUser, TurnAnswer } from '../state/answers.ts';
import type { KeptUser } from '../state/kept-users.ts';

export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `status`: of HTTP; 0: the server could not be reached. */
  | { readonly ok: false; readonly status: number; readonly message: string };

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

export async function gamesOf(user: KeptUser): Promise<Answered<{ readonly games: readonly GameAnswer[] }>> {
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
  user?: KeptUser,
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
    if (!response.ok) return { ok: false, status: response.status, message: messageIn(text) };
    return { ok: true, value: JSON.parse(text) as Value };
  } catch {
    return { ok: false, status: 0, message: 'The server does not answer. Try again in a moment.' };
  }
}

/** Refusals are JSON with a message, or plain text. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {}
  return text.trim() === '' ? 'The server refused without saying why.' : text.trim();
}
