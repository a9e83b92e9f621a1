import { existsSync } from 'node:fs';
import { type RecordReading, readRecord } from '../../events/read-record.ts';
import type { Games } from '../../games/game.ts';
import { isStore } from './is-store.ts';
import { parseKeptRecord } from './kept-record.ts';
import { storeToRead } from './open-at.ts';

const IN_STORE = /^(?<store>.+)#(?<number>[1-9]\d{0,8})$/s;

/** The record at a path, or a game of a store: `league.db#17`. A file of that very name is a file. */
export async function readRecordAt(place: string, games: Games): Promise<RecordReading> {
  const { store, number } = IN_STORE.exec(place)?.groups ?? {};
  if (store !== undefined && !existsSync(place))
    return await readKeptRecord(place, store, Number(number), games);
  const reading = readRecord(place, games);
  return !reading.ok && isStore(place)
    ? {
        ok: false,
        problem: `${place}: expected a record; got a store. A game of it is named by its number, such as ${place}#1`,
      }
    : reading;
}

async function readKeptRecord(
  place: string,
  path: string,
  number: number,
  games: Games,
): Promise<RecordReading> {
  await using store = await storeToRead(path);
  const bytes = await store.record(number);
  if (bytes !== undefined) return parseKeptRecord(bytes, place, games);
  const isKept = (await store.game(number)) !== undefined;
  const problem = isKept
    ? `the result of game ${number} is kept there, and no record of it`
    : `there is no game ${number} in it. wordhost store check ${path} says which there are`;
  return { ok: false, problem: `${place}: ${problem}` };
}
