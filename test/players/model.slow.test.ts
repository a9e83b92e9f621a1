import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import type { Result } from '../../host/events/result.ts';
import { type ModelFigures, ModelSums } from '../../host/games/kit/model-requests.ts';
import { wilson } from '../../host/statistics/proportion.ts';
import { start } from '../cli/wordhost.ts';
import { type Asked, ModelServer } from './model/model-server.ts';
import { perfectBananagrams, perfectBoggle, perfectScrabble } from './model/perfect.ts';

/** Plays games of a model against `greedy`, and returns the folder of their records. */
async function playGames(t: Test, games: number, answer: (asked: Asked) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-model-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  await using server = await ModelServer.open(answer);
  const model = `wordhost player model --url ${server.url} --model ours`;
  const { status, stderr } = await start([
    ...['scrabble', '--games', String(games), '--jobs', '2', '--seed', '1', '--quiet', '--timeout', '60s'],
    ...['--record', folder, '--keep-stderr', '1M', '--name', 'model', '--name', 'greedy'],
    ...[model, 'wordhost player greedy'],
  ]).ended;
  t.equal(status, 0, stderr);
  const sums = new ModelSums();
  for (const name of readdirSync(folder)) {
    const end = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').at(-1)!;
    for (const player of (JSON.parse(end).result as Result).players) sums.add(player.name, player.model);
  }
  const [figures] = sums.totals;
  return { folder, figures: figures as ModelFigures & { readonly games: number } };
}

t.test('60 games of a perfect model: each first move is legal, and no points are given away', async (t) => {
  const { folder, figures } = await playGames(t, 60, perfectScrabble);
  t.equal(figures.games, 60);
  t.equal(figures.legal, figures.turns);
  t.ok(figures.turns > 600);
  const { stdout } = await start(['analyze', folder, '--jobs', '2', '--as', 'json', '--player', 'model'])
    .ended;
  const reports = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ moves }) => moves);
  t.equal(reports.length, 60);
  const lost = reports.flatMap(({ moves }) => moves.map(({ measure = 0 }) => measure as number));
  t.ok(lost.length >= figures.turns);
  t.equal(
    lost.reduce((sum, each) => sum + each, 0),
    0,
  );
});

t.test('a model that errs at a known rate is measured at that rate', async (t) => {
  const chance = chanceFrom('errors');
  const rates = { illegal: 0.2, unreadable: 0.1 };
  const { figures } = await playGames(t, 40, (asked) => {
    const drawn = chance();
    if (drawn < rates.illegal) return '{"move": "1A QQQQ"}';
    return drawn < rates.illegal + rates.unreadable ? 'No idea.' : perfectScrabble(asked);
  });
  for (const [kind, rate] of Object.entries(rates)) {
    const { low, high } = wilson(figures[kind as keyof typeof rates], figures.turns, 3.29);
    t.ok(low < rate && rate < high, `${kind}: ${rate} is from ${low} to ${high}`);
  }
});

t.test('the how-to says what a game costs', async (t) => {
  const page = readFileSync(
    join(import.meta.dirname, '../../docs/how-to/measure-a-language-model.md'),
    'utf8',
  );
  const bunch = join(import.meta.dirname, 'model', 'bunch.txt');
  const games: readonly (readonly [string, readonly string[], (asked: Asked) => string, string])[] = [
    ['Scrabble', ['scrabble', '--timeout', '60s'], perfectScrabble, 'wordhost player greedy'],
    ['Boggle, classic', ['boggle'], perfectBoggle, 'wordhost player boggle'],
    ['Boggle, turns', ['boggle', '--rules', 'turns'], perfectBoggle, 'wordhost player boggle --level few'],
    [
      'Bananagrams',
      ['bananagrams', '--hand', '7', '--bunch', bunch],
      perfectBananagrams,
      'wordhost player bananagrams --level 1',
    ],
  ];
  for (const [name, words, answer, other] of games) {
    const row = new RegExp(`^\\| ${name} \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|$`, 'm').exec(page);
    for (const [index, history] of ['all', 'last', 'none'].entries()) {
      await using server = await ModelServer.open(answer);
      const model = `wordhost player model --url ${server.url} --model ours --history ${history}`;
      const { status, stderr } = await start([...words, '--seed', '1', '--quiet', model, other]).ended;
      t.equal(status, 0, stderr);
      const characters = server.asked.flatMap(({ messages }) =>
        messages.map(({ content }) => content.length),
      );
      const tokens = characters.reduce((sum, each) => sum + each, 0) / 4;
      const said = Number(row?.[index + 1]);
      t.ok(
        said > tokens * 0.7 && said < tokens * 1.4,
        `${name}, ${history}: ${Math.round(tokens)}; the page says ${said}`,
      );
    }
  }
});
