import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../../../host/events/read-record.ts';
import type { Panel } from '../../../host/games/presentation.ts';
import { games } from '../../../host/games/registry.ts';
import { gameData } from '../../../host/views/html/replay-page.ts';
import { changesBetween, positionsOf } from '../../../host/views/parts/game-data.ts';
import { root } from '../../docs/pages.ts';

/**
 * Writes the short games of the home page, which built-in players play, after a build:
 * node --conditions=wordhost-source test/serve/home/make-demos.ts
 */
const PATH = join(root, 'host/cli/games/demos.json');
/** The steps of a game that are shown. */
const MOST_STEPS = 24;

const played = {
  scrabble: ['--seed', 'demo', 'wordhost player greedy --level half', 'wordhost player greedy --level few'],
  bananagrams: ['--seed', '6', 'wordhost player bananagrams', 'wordhost player bananagrams'],
  boggle: [
    ...['--seed', 'demo', '--rules', 'turns', '--turns', '24'],
    ...['wordhost player boggle', 'wordhost player boggle'],
  ],
};

const demos = Object.entries(played).map(([name, words]) => [name, demoOf(name, words)] as const);
writeFileSync(PATH, JSON.stringify(Object.fromEntries(demos)));
spawnSync('npx', ['biome', 'format', '--write', PATH], { cwd: root, stdio: 'inherit' });

function demoOf(name: string, words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-demo-'));
  spawnSync('node', ['dist/wordhost.js', name, '--record', folder, ...words], { cwd: root });
  const reading = readRecord(globSync(join(folder, '*.jsonl'))[0]!, games);
  rmSync(folder, { recursive: true });
  if (!reading.ok) throw new Error(reading.problem);
  const { steps, players } = gameData(reading);
  const winner = players.findIndex(({ hasWon }) => hasWon) + 1 || 1;
  const boards = positionsOf(steps)
    .map((panels) => panels.find(({ seat, rows }) => rows.length > 0 && (seat ?? winner) === winner))
    .filter((panel) => panel !== undefined)
    .map(drawingOf);
  const different = boards.filter((board, index) => changed(boards[index - 1], board).length > 0);
  const every = Math.max(1, different.length / MOST_STEPS);
  const shown = different.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  return shown.map((board, index) => ({ changes: changed(shown[index - 1], board) }));
}

function changed(before: Panel | undefined, after: Panel) {
  return changesBetween(before ? [before] : [], [after]);
}

/** A small board has no names of columns and rows. */
function drawingOf({ rows, fresh, path, points, legend }: Panel): Panel {
  return {
    seat: undefined,
    caption: '',
    rows,
    ...(fresh && { fresh }),
    ...(path && { path }),
    ...(points && { points }),
    ...(legend && { legend }),
  };
}
