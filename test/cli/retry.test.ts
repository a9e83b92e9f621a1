import t from 'tap';
import { engineCommand, list } from '../players/engine/games.ts';
import { WebBot } from '../players/merknera/web-bot.ts';
import { say } from './in-process.ts';
import { resultsOf, run, until } from './wordhost.ts';

t.test('--illegal retry=N with a web bot and an engine', async (t) => {
  const cwd = t.testdir(list);
  let asked = 0;
  using bot = await WebBot.start(({ method, params }) => {
    if (method !== 'Scrabble.NextMove') return undefined;
    const other = [...'QZXJK'].filter((letter) => !params.tiles.includes(letter)).slice(0, 1);
    return { result: asked++ % 2 === 0 ? { type: 'EXCHANGE', exchangetiles: other } : { type: 'PASS' } };
  });
  const engine = `wordhost player engine --kind magpie '${engineCommand} magpie swap'`;
  const words = ['scrabble', '--dictionary', 'words.txt', '--illegal', 'retry=2', '--seed', '1', '--json'];
  const outcome = await run([...words, '--events', 'game', `wordhost player merknera ${bot.url}`, engine], {
    cwd,
  });
  const [result] = resultsOf(outcome);
  t.match(result, { reason: 'scoreless', turns: 6, retry: 2 }, outcome.stderr);
  t.strictSame(
    result!.players.map(({ moves, errors, answers }) => ({ moves, errors, answers })),
    [
      { moves: 0, errors: 3, answers: 6 },
      { moves: 0, errors: 9, answers: 9 },
    ],
  );
  await until(
    () => bot.of('Scrabble.Error').length === 3,
    () => 'a web bot is told each time',
  );
  const verified = await say(['replay', '--verify', 'game'], { cwd });
  t.match(verified, { status: 0, stdout: /verified/ });
  const story = await say(['replay', 'game'], { cwd });
  t.equal(story.stdout.split('; the turn goes on').length, 1 + 3 + 6, story.stdout);
  const analyzed = await say(['analyze', '--as', 'csv', 'game'], { cwd });
  t.equal(analyzed.stdout.split(',retried,').length, 1 + 3 + 6, analyzed.stdout);
  const again = await run([...words, engine, 'wordhost player playback game --seat 1', '--first', '2'], {
    cwd,
  });
  t.match(resultsOf(again)[0], { players: [{ errors: 9 }, { errors: 3 }] });
});
