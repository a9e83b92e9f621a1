import type { Test } from 'tap';
import { botCommand } from '../check/try-step.ts';
import { run } from './wordhost.ts';

export const right = botCommand('scrabble-bot.mjs', 'none');
export const quick = ['--dictionary', 'words.txt'];

export function checkFolder(t: Test) {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\n',
    empty: {},
    mine: { 'bot.txt': 'my notes\n' },
  });
  return { cwd, check: (...args: readonly string[]) => run(['check', ...args], { cwd }) };
}
