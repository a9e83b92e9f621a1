import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from '../docs/pages.ts';
import { checks } from './checks.ts';

t.test('The page about checks says how many things are tried in each game', async (t) => {
  const page = readFileSync(join(root, 'docs/how-to/check-your-bot.md'), 'utf8');
  const told = Object.fromEntries(
    [...page.matchAll(/For (Scrabble|Bananagrams|Boggle) (\d+)/g)].map(([, game, number]) => [
      game!.toLowerCase(),
      Number(number),
    ]),
  );
  const counted = Object.fromEntries(Object.entries(checks).map(([game, steps]) => [game, steps.length]));
  t.same(told, counted);
});
