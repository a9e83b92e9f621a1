import t from 'tap';
import { run } from '../cli/wordhost.ts';
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
