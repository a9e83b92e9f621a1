import { Misfit, readShape } from '../core/read-shape.ts';
import { object } from '../core/shape.ts';
import { readJsonObject } from '../core/text/json-object.ts';
import { playersOf, resultFields } from '../games/kit/result-fields.ts';
import type { Result } from './result.ts';

/** What the results of all games have. Figures of one game are counted where they are numbers, whatever they are. */
const shape = object({ ...resultFields, players: playersOf({}) });

/** A result of any game, as `--json` prints it, from wherever; a text is what is wrong with it. */
export function readResult(text: string): Result | string {
  const value = readJsonObject(text);
  if (typeof value === 'string') return value;
  const { players } = value;
  const read = readShape(shape, value, Array.isArray(players) ? players.length : 0);
  return read instanceof Misfit ? misfitInWords(read) : (value as unknown as Result);
}

export function misfitInWords({ path, expected, came }: Misfit): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}; got ${came}`;
}
