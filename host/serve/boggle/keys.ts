import { createHash } from 'node:crypto';
import { drawId } from '../../core/seed.ts';

/** A key says what it is the key of, so that one of a user is not looked for among games. */
const kinds = { user: 'u', game: 'g' } as const;
type Kind = keyof typeof kinds;

const KEY = /^[ug][\w-]{21}$/;

/** Nobody can guess it. */
export function drawKey(kind: Kind): string {
  return `${kinds[kind]}${drawId()}`;
}

export function isKey(kind: Kind, text: string): boolean {
  return KEY.test(text) && text.startsWith(kinds[kind]);
}

/** It proves who asks. */
export function drawToken(): string {
  return `${drawId()}${drawId()}`;
}

/** What is stored of a token: whoever reads the store cannot ask in the name of its users. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
