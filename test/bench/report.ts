import { mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { oldRecords } from '../old-records/old-records.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { type Figure, median } from './figure.ts';
import { printedByNode } from './playing.ts';

const GAMES = 50_000;
const ROUNDS = 5;
const PLAYERS = 16;
const RECORDED = 300;
const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');

/** What a report of a long tournament takes, from the command line to its last byte. */
export async function report(): Promise<readonly Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'wordhost-report-'));
  const store = join(folder.path, 'league.db');
  const pairs = (PLAYERS * (PLAYERS - 1)) / 2;
  const names = Array.from({ length: PLAYERS }, (_, index) => `player ${index + 1}`);
  const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
  await keepMadeUp(store, {
    ...{ names, rounds: Math.ceil(GAMES / pairs), games: GAMES, badEvery: 100 },
    recordOf: (number) => (number > GAMES - RECORDED || number % 100 === 0 ? record : undefined),
  });
  return ['terminal', 'json', 'junit', 'html'].map((form) => figureOf(form, store, join(folder.path, form)));
}

function figureOf(form: string, store: string, output: string): Figure {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = hrtime.bigint();
    const words = [wordhost, 'report', store, '--as', form, '--output', output];
    printedByNode(...words);
    times.push(Number(hrtime.bigint() - start) / 1e6);
  }
  const size = `${(statSync(output).size / 1e6).toFixed(1)} MB; ${readFileSync(store).length >> 20} MiB of store`;
  const what = `report of a store of ${GAMES} games between ${PLAYERS} players, --as ${form}`;
  return { what, measured: median(times), unit: 'ms', target: 3000, baseline: size };
}
