import { hash } from 'node:crypto';
import { drawId } from '../core/seed.ts';

/** A random secret. */
export function drawToken(): string {
  return `${drawId()}${drawId()}`;
}

/** Only the hash is stored, so that readers of the store cannot act for users. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
