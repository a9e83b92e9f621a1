import { type Accept, parseAccept } from 'hono/utils/accept';
import type { Profile } from './profiles.ts';

/** By what a request accepts (RFC 9110, section 12.5.1): with types only where it says so, and does not want the other more. */
export function wantedProfile(accept: string): Profile {
  const kinds = parseAccept(accept);
  const typed = Math.max(0, ...kinds.filter((kind) => isJson(kind) && isTyped(kind)).map(({ q }) => q));
  return typed > 0 && typed >= qualityOfPlain(kinds) ? 'typed' : 'plain';
}

/** That of the closest kind which it is of. */
function qualityOfPlain(kinds: readonly Accept[]): number {
  const named = kinds.filter((kind) => !isTyped(kind));
  for (const fits of [isJson, ofType('application/*'), ofType('*/*')]) {
    const found = named.filter(fits);
    if (found.length > 0) return Math.max(...found.map(({ q }) => q));
  }
  return 0;
}

const isJson = ofType('application/json');

function ofType(wanted: string): (kind: Accept) => boolean {
  return ({ type }) => type.toLowerCase() === wanted;
}

function isTyped({ params }: Accept): boolean {
  return Object.entries(params).some(
    ([name, value]) => name.toLowerCase() === 'profile' && value.toLowerCase() === 'typed',
  );
}
