import { cut, visibleJson } from '../core/text.ts';

/** The program cannot play, for example because it has passed an invalid value. Its author gets a sentence. */
export class Misuse extends TypeError {}

export function refuse(what: string, expected: string, got: unknown): never {
  throw new Misuse(`${what}: expected ${expected}; got ${shown(got)}`);
}

export function expectFunction(what: string, given: unknown): void {
  if (typeof given !== 'function') refuse(what, 'a function', given);
}

const MOST_SHOWN = 100;

function shown(got: unknown): string {
  if (got === undefined) return 'nothing';
  if (got instanceof Promise) return 'a promise (a strategy must return its answer directly, without async)';
  if (typeof got === 'function' || typeof got === 'symbol') return `a ${typeof got}`;
  return cut(visibleJson(got), MOST_SHOWN);
}
