import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { newBots, passesCheck, written } from './new-bots.ts';

passesCheck(t, 'bananagrams');

/** Common letters alone: nearly every hand has a grid. */
const files = { bunch: 'A 9\nE 12\nI 6\nO 6\nD 3\nL 3\nN 4\nR 6\nS 4\nT 6\nM 2\nP 2\nH 2\n' };

for (const bot of newBots.filter(({ language }) => language === 'sh'))
  t.test('two bots in the shell play a whole game of Bananagrams', { skip: bot.skip }, async (t) => {
    const cwd = await written(t, bot);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const game = ['--seed', '2', '--bunch', 'bunch', '--json', '--quiet'];
    const [result] = resultsOf(await run([...game, bot.template.run, bot.template.run], { cwd }));
    t.same(
      result?.players.filter(({ offence }) => offence !== undefined),
      [],
      'every peel was legal',
    );
    // How many, the order of arrival decides.
    t.ok(Number(result?.peels) > 0, `${result?.peels} peels`);
    // Some hands have no grid that a short program finds: then nobody has won.
    t.match(result?.reason, /^(bunch-empty|stalled)$/);
  });
