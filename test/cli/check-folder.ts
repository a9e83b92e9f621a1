import type { Test } from 'tap';
import { botCommand } from '../check/try-step.ts';
import { run } from './wordhost.ts';

/** A bot of Scrabble that makes no mistake. */
export const right = botCommand('scrabble-bot.mjs', 'none');
export const quick = ['--dictionary', 'words.txt'];

/** A folder with few words, in which `check` runs. */
export function checkFolder(t: Test) {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\n',
    empty: {},
    mine: { 'bot.txt': 'my notes\n' },
  });
  return { cwd, check: (...args: readonly string[]) => run(['check', ...args], { cwd }) };
}
