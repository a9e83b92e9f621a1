import { join } from 'node:path';
import t from 'tap';
import { until } from '../../support/until.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { Guest } from '../play/served-play.ts';

t.test('a game of the site is analyzed when it is over, and not before', async (t) => {
  const { url } = await startedServe(t, join(t.testdir(), 'wordhost.db'));
  const guest = new Guest(`${url}api/v1/`);
  const { json } = await guest.ask('POST', 'games', {
    ...{ game: 'scrabble', seats: [{ is: 'person' }, { is: 'bot', name: 'best' }] },
  });
  const { key } = json;

  await t.test('neither the API nor the page tells anything of a game that runs', async (t) => {
    const early = await guest.ask('GET', `games/${key}/analysis`);
    t.strictSame([early.status, early.json], [409, { problem: 'the game is not over' }]);
    const page = await guest.ask('GET', `/scrabble/games/${key}/analysis`);
    t.equal(page.status, 409);
    t.notMatch(page.text, /<word-game/);
  });

  await until(async () => {
    const { state, due, you } = await guest.view(key);
    if (due.includes(you!)) await guest.ask('POST', `games/${key}/moves`, { pass: true });
    return state === 'over';
  });
  const { status, json: analysis } = await guest.ask('GET', `games/${key}/analysis`);
  t.equal(status, 200);

  await t.test(
    'each move has what it lost by points and leave, and the three best plays with their tiles',
    (t) => {
      const moves = analysis.steps.filter((step: { loss?: number }) => step.loss !== undefined);
      const losses = (seat: number) =>
        moves
          .filter((move: { seat: number }) => move.seat === seat)
          .map(({ loss }: { loss: number }) => loss);
      // The seed is drawn: with poor tiles, no pass loses much, and a single move of the bot may lose more.
      const average = (seat: number): number =>
        losses(seat).reduce((sum: number, loss: number) => sum + loss, 0) / losses(seat).length;
      t.ok(average(2) < average(1), 'the best bot loses less than passes');
      t.ok(average(2) < 10, 'and little');
      const [first] = moves;
      t.equal(first.best.length, 3);
      type Best = { readonly text: string; readonly laid: readonly unknown[] };
      const plays = moves.flatMap(({ best }: { best: readonly Best[] }) =>
        best.filter(({ text }) => /^(\d+[A-O]|[A-O]\d+) /.test(text)),
      );
      t.ok(plays.length > 10);
      for (const { text, laid } of plays)
        t.equal(laid.length, text.split(' ')[1].replaceAll('.', '').length, text);
      const said = analysis.sentences.map(
        (sentence: string) => /^(\S+) gave away (\d+\.\d) points per move/.exec(sentence)!,
      );
      t.strictSame(
        said.map(([, name]: readonly string[]) => name),
        ['Guest', 'best'],
      );
      for (const [index, [, , points]] of said.entries())
        t.ok(Math.abs(Number(points) - average(index + 1)) < 0.06, `${points}, ${average(index + 1)}`);
      const { loss } = analysis.steps[analysis.start];
      t.equal(loss, Math.max(...losses(1), ...losses(2)), 'the first step to show is the worst move');
      t.end();
    },
  );

  await t.test('the page of a game is at its own address alone', async (t) => {
    const page = await guest.ask('GET', `/scrabble/games/${key}/analysis`);
    t.equal(page.status, 200);
    t.match(page.text, /verified.*All \d+ decisions reproduced/s);
    t.match(page.text, `href="../../../api/v1/games/${key}/record"`);
    for (const path of [`/bananagrams/games/${key}/analysis`, '/scrabble/games/none/analysis'])
      t.strictSame((await guest.ask('GET', path)).status, 404, path);
    t.equal((await guest.ask('GET', 'games/none/analysis')).status, 404);
  });

  await t.test('readers at the same time get one analysis', async (t) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => (await guest.ask('GET', `games/${key}/analysis`)).text),
    );
    t.equal(new Set(answers).size, 1);
  });
});
