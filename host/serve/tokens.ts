import { createHash } from 'node:crypto';
import { drawId } from '../core/seed.ts';

/** It proves who asks. */
export function drawToken(): string {
  return `${drawId()}${drawId()}`;
}

/** What is stored of a token: whoever reads the store cannot ask in the name of its users. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
