import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { dealt, letterA, patient, quick } from './letter-a.ts';
import { run } from './wordhost.ts';

const bots = { quick, patient, crashes: `printf r; ${dealt}; exit 3`, offends: 'printf x' };

/** The text of a tournament file of Bananagrams with players that have names of `bots`. */
export const league = (players: readonly string[], more = '', format = 'kind: round-robin') =>
  [
    'name: Letters',
    'game: bananagrams',
    'options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }',
    'players:',
    ...players.map(
      (player) =>
        `  - { name: ${player}, command: ${JSON.stringify(bots[player.replace(/\d/, '') as 'quick'])} }`,
    ),
    `format: { ${format} }`,
    'seed: letters',
    more,
    '',
  ].join('\n');

/** A folder with a tournament file, which `play` plays. */
export function folderOf(t: Test, text: string) {
  const cwd = t.testdir({
    'league.yml': text,
    ...letterA,
    bots: { one: { run: '' }, 'two words': { 'bot.py': '' }, three: {} },
  });
  const write = (now: string) => writeFileSync(join(cwd, 'league.yml'), now);
  const play = (...words: string[]) => run(['tournament', ...words, 'league.yml'], { cwd });
  return { cwd, write, play };
}
