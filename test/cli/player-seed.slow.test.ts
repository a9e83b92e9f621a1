import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { tilesOfBunch } from '../../host/games/bananagrams/tiles.ts';
import { filledPool } from '../../host/games/kit/pool.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { thingsIn } from '../games/pool.ts';
import { letterAOptions } from './letter-a.ts';
import { resultsOf, run } from './wordhost.ts';

const witness =
  'echo "told $WORDHOST_SEAT $WORDHOST_PLAYER_SEED" >&2; printf n; head -c 4 >&2; echo >&2; exec sleep 9';
const options = [...letterAOptions, '--stderr', 'inherit', '--stall', '200ms', '--json'];
const chosen = ['--seed', '42'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const files = {
  'words.txt': 'AA\n',
  bunch: [...letters].map((letter) => `${letter} 3\n`).join(''),
  'strangers.yaml': 'seed: "42"\nplayer-seed: ours\n',
};

const sandbox = await probeSandbox('strict');
const noStrict = 'problem' in sandbox ? sandbox.problem : false;
const strict = ['--sandbox', 'strict'];
const process_ = ['--sandbox', 'process'];

interface Seen {
  readonly numbers: readonly string[];
  readonly tiles: readonly string[];
  readonly results: ReturnType<typeof resultsOf>;
  readonly stderr: string;
}

async function play(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const outcome = await run([...options, ...args, witness, witness], { cwd, env });
  const { stderr } = outcome;
  // Once as it came, and not again as the end of the standard error of one that stalled.
  const came = stderr.replace(/^ +\| .*$/gm, '');
  const numbers = [...came.matchAll(/told (\d \d+)/g)].map(([, number]) => number!).toSorted();
  const tiles = [...came.matchAll(/([A-Z]{3})[.?]/g)].map(([, hand]) => hand!).toSorted();
  return { numbers, tiles, results: resultsOf(outcome), stderr };
}

const cwd = t.testdir(files);

t.test(
  'under strict a chosen seed gives the same tiles, and other player seeds in each run',
  { skip: noStrict },
  async (t) => {
    const [first, second] = [await play([...strict, ...chosen]), await play([...strict, ...chosen])];
    t.equal(first.numbers.length, 2, first.stderr);
    t.same(first.tiles, second.tiles);
    for (const number of first.numbers) t.notOk(second.numbers.includes(number), number);
    const [{ playerSeed = '' } = {}] = first.results;
    t.match(playerSeed, /^[0-9a-v]{16}$/);
    const again = await play([...strict, ...chosen, '--player-seed', playerSeed]);
    t.same(again.numbers, first.numbers, 'the seed in the result gives them again');
    const elsewhere = await play([...process_, ...chosen, '--player-seed', playerSeed]);
    t.same(elsewhere.numbers, first.numbers, 'on every level');
  },
);

t.test('elsewhere the same seed means the same player seeds, and nothing is said of them', async (t) => {
  const [first, second] = [await play([...process_, ...chosen]), await play([...process_, ...chosen])];
  t.equal(first.numbers.length, 2, first.stderr);
  t.same(first.numbers, second.numbers);
  t.equal(first.results[0]!.playerSeed, undefined);
});

t.test('--player-seed drawn is a secret on every level; a text is taken as it is', async (t) => {
  const plain = await play([...process_, ...chosen]);
  const drawn = await play([...process_, ...chosen, '--player-seed', 'drawn']);
  t.same(drawn.tiles, plain.tiles);
  t.notSame(drawn.numbers, plain.numbers);
  t.match(drawn.results[0], { seed: '42', playerSeed: /^[0-9a-v]{16}$/ });
  const ours = await play([...process_, ...chosen, '--player-seed', 'ours']);
  t.equal(ours.results[0]!.playerSeed, 'ours');
  const other = await play([...process_, '--seed', '43', '--player-seed', 'ours']);
  t.same(other.numbers, ours.numbers, 'whatever the seed of the match is');
  t.same((await play([...process_, '--config', 'strangers.yaml'])).numbers, ours.numbers, 'in a file');
  const env = { WORDHOST_OPT_PLAYER_SEED: 'ours' };
  t.same((await play([...process_, ...chosen], env)).numbers, ours.numbers, 'in the environment');
});

t.test('in a series each game has its own, which gives that game again and no other', async (t) => {
  const series = await play([...process_, ...chosen, '--games', '3', '--player-seed', 'ours']);
  const { results, numbers, stderr } = series;
  t.equal(new Set(numbers).size, 6, stderr);
  t.equal(new Set(results.map(({ playerSeed }) => playerSeed)).size, 3);
  t.match(stderr, '3 games, seed 42, player seed ours\n');
  for (const { seed, playerSeed } of results) {
    const single = await play([...process_, '--seed', seed, '--player-seed', playerSeed!]);
    for (const number of single.numbers) t.ok(numbers.includes(number), number);
  }
});

t.test('the secret is in the record, which verifies; and so does one without a secret', async (t) => {
  for (const [folder, args, expected] of [
    ['secret', ['--player-seed', 'drawn'], /^[0-9a-v]{16}$/],
    ['none', [], undefined],
  ] as const) {
    mkdirSync(join(cwd, folder));
    await play([...process_, ...chosen, ...args, '--record', folder]);
    const [name = ''] = readdirSync(join(cwd, folder));
    const path = join(folder, name);
    const header = JSON.parse(readFileSync(join(cwd, path), 'utf8').split('\n')[0]!);
    if (expected) t.match(header.playerSeed, expected);
    else t.notOk('playerSeed' in header);
    const verified = await run(['replay', '--verify', path], { cwd });
    t.match(verified, { status: 0, stdout: /verified\./ }, verified.stderr);
  }
});

t.test('the line that plays a game again has the secret too', async (t) => {
  const bad = 'printf r; head -c 4 >/dev/null; printf x; exec sleep 9';
  const { stderr } = await run([...options, ...process_, ...chosen, '--player-seed', 'ours', bad, bad], {
    cwd,
  });
  t.match(stderr, /record.*replay.*: wordhost bananagrams .*--seed 42 --player-seed ours .*--record games/);
});

/** What players can do with the tiles that they see. */
function seedFrom(tiles: readonly string[]): number | undefined {
  const bunch = Object.fromEntries([...letters].map((letter) => [letter, 3]));
  const gives = (seed: number) => {
    const pool = filledPool(tilesOfBunch(bunch), { key: keyOf(String(seed)), names: [] });
    const dealt = thingsIn(pool).join('');
    const hands = [dealt.slice(-3), dealt.slice(-6, -3)].map((hand) => [...hand].sort().join(''));
    return hands.every((hand) => tiles.includes(hand));
  };
  return Array.from({ length: 2_000 }, (_, seed) => seed).find(gives);
}

t.test('a short seed can be found from the tiles on every level', async (t) => {
  const { tiles, stderr } = await play([...process_, ...chosen, '--player-seed', 'drawn']);
  t.equal(seedFrom(tiles), 42, `${tiles}`);
  const note = /^note: the seed 42 is short: .* Leave --seed .*against bots.*people$/m;
  t.match(stderr, note);
  t.notMatch((await play([...process_, ...chosen])).stderr, note, 'not among friends');
  t.notMatch((await play([...process_, '--player-seed', 'drawn'])).stderr, /note:/, 'one that was drawn');
  t.notMatch((await play([...process_, ...chosen, '--player-seed', 'drawn', '--quiet'])).stderr, note);
});
