import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { newBots, written } from './new-bots.ts';

/** A game that is short: the opponent is quick, and there is little to do. */
const short: Readonly<Record<string, readonly string[]>> = {
  bananagrams: ['bananagrams', '--bunch', 'bunch.txt', '--hand', '5', 'BOT'],
  boggle: ['boggle', '--time', '60s', 'BOT', 'wordhost player boggle --level few'],
  scrabble: ['scrabble', '--max-turns', '6', 'BOT', 'wordhost player random'],
};

for (const bot of newBots) {
  const { game, language, template, skip } = bot;
  t.test(
    `a bot from \`wordhost new ${language} ${game}\` plays a game without a fault`,
    { skip },
    async (t) => {
      const cwd = await written(t, bot);
      writeFileSync(join(cwd, 'bunch.txt'), 'A 3\nE 4\nS 3\nT 3\nR 2\nI 1\n');
      const args = short[game]!.map((word) => (word === 'BOT' ? template.run : word));
      const played = await run([...args.slice(0, 1), '--seed', '3', '--json', '--quiet', ...args.slice(1)], {
        cwd,
      });
      const [result] = resultsOf(played);
      const [player] = result?.players ?? [];
      t.match(player?.outcome, /^(won|lost|draw)$/, played.stderr);
      t.match(player, game === 'bananagrams' ? { outcome: 'won' } : { errors: 0, timeouts: 0 });
      if (game !== 'bananagrams') t.ok(Number(player?.score) > 0, 'it has points');
    },
  );
}
