import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import { judgeAlone } from '../../host/games/bananagrams/judge.ts';
import { readGrid } from '../../host/games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../host/games/bananagrams/wire/scanner.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { takeAll } from '../games/scan-all.ts';
import { expectOk } from '../support/expect-ok.ts';
import type { Figure } from './figure.ts';
import { microsOf } from './micros-of.ts';

/** All tiles of the box in one grid of words of the built-in list, as the built-in player laid them. */
const rows = readFileSync(join(import.meta.dirname, 'full-table.txt'), 'utf8')
  .trimEnd()
  .split('\n');
const digits = (count: number) => String(count).padStart(3, '0');
const text = digits(rows[0]!.length) + digits(rows.length) + rows.join('');

export async function judging(): Promise<readonly Figure[]> {
  const { lexicon } = expectOk(loadLexicon('english'));
  const { grid } = expectOk(readGrid(text));
  const verdict = judgeAlone(grid, grid.letters, lexicon);
  if (grid.letters.length !== 144 || !verdict.legal)
    throw new Error(`full-table.txt is not a legal grid of 144 letters: ${JSON.stringify(verdict)}`);
  const ready = Buffer.from('n');
  const peel = Buffer.from(`p001${text}`);
  const bench = new Bench({ time: 1000, warmupTime: 500 })
    .add('judge', () => {
      judgeAlone(grid, grid.letters, lexicon);
    })
    .add('scan', () => {
      const scanner = bananagramsScanner({ lenient: false, letters: 144, message: 998_011 });
      takeAll(scanner, ready);
      takeAll(scanner, peel);
    });
  await bench.run();
  return [
    {
      what: 'judging a legal table of 144 letters (tiles, connected, words)',
      measured: microsOf(bench, 'judge'),
      unit: 'µs',
      target: 30,
      baseline: `reading the same peel off the wire: ${microsOf(bench, 'scan').toFixed(1)} µs`,
    },
  ];
}
