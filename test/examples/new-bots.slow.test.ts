import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { isCompiled, newBots, playsAGame, written } from './new-bots.ts';

for (const bot of newBots) {
  const { game, language, template, skip } = bot;
  if (isCompiled(bot)) playsAGame(t, bot);
  t.test(`a bot from \`wordhost new ${language} ${game}\` passes each step of check`, { skip }, async (t) => {
    const cwd = await written(t, bot);
    const { status, stdout, stderr } = await run(['check', game, template.run], { cwd });
    t.equal(status, 0, `${stdout}${stderr}`);
  });
}

for (const bot of newBots.filter(({ language }) => language === 'sh'))
  t.test('two bots in the shell play a whole game of Bananagrams', { skip: bot.skip }, async (t) => {
    const cwd = await written(t, bot);
    const played = await run(['--seed', '2', '--json', '--quiet', bot.template.run, bot.template.run], {
      cwd,
    });
    t.match(resultsOf(played), [{ outcome: 'won', reason: 'bunch-empty' }], played.stderr);
  });
