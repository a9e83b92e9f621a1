import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Board, boardOf } from '../../host/games/boggle/board.ts';
import { pointsOf } from '../../host/games/boggle/judge.ts';
import { greetingText, type Introduction } from '../../host/games/boggle/wire/greeting.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { boardFrom } from '../games/boggle-table.ts';
import { naiveFinder } from '../oracle/boggle-words.ts';
import { allOf } from '../support/all-of.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import { Bot, player } from './bot.ts';

const scratch = t.testdir({
  'few.txt': 'IT\nQUITE\nQUITES\nSITE\nSITTING\nTIE\nTIES\nTITTING\nZOO\n',
});
const few = join(scratch, 'few.txt');
const english = expectOk(loadLexicon(largeWordList ?? 'english'));
const large = english.lexicon.path;
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

const small = boardFrom('QuIS/ETI/SIngT');
const ordinary = boardFrom('RSPL/EIBT/ULZA/ESTI');

/** Letters as they are in words, more or less, by the same rule each time. */
function largeBoard(): Board {
  const letters = 'ETAOINSRLDUEARISTONECHMPGBYFWKVXJZ';
  const cells = Array.from({ length: 256 }, (_, cell) => letters[(cell * cell * 7 + cell * 13 + 5) % 31]!);
  cells[100] = 'QU';
  return boardOf(16, 16, cells);
}

function told(change: Partial<Introduction>): string[] {
  const introduction: Introduction = {
    rules: 'classic',
    player: 1,
    names: ['One', 'end'],
    turns: change.rules === 'turns' ? 20 : undefined,
    timeMs: change.rules === 'turns' ? undefined : 180_000,
    timeoutMs: 30_000,
    dictionary: few,
    board: small,
    ...change,
  };
  return greetingText(introduction).trimEnd().split('\n');
}

/** One player in a process of its own, which has been told a game and is ready. */
async function seated(t: Test, change: Partial<Introduction>, ...args: string[]): Promise<Bot> {
  const bot = new Bot(player('boggle', ...args), { WORDHOST_PLAYER_SEED: '3' });
  bot.tell('weather fine', ...told(change));
  t.equal(await bot.line(), 'ready');
  return bot;
}

/** All that it guesses by the classic rules, in its order. */
async function guesses(t: Test, change: Partial<Introduction>, ...args: string[]): Promise<string[]> {
  await using bot = await seated(t, change, ...args);
  bot.tell('start');
  const words: string[] = [];
  for (let line = await bot.line(); line !== 'done'; line = await bot.line()) {
    t.match(line, /^guess [A-Z]+$/);
    words.push(line.replace('guess ', ''));
  }
  bot.tell('found 1 QUITE 2', 'gameover 1 2 2 0');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
  return words;
}

t.test('It finds every word that brings points, and no other; the longest come first', async (t) => {
  const boards = [
    { of: small, dictionary: few },
    { of: small, dictionary: large },
    { of: ordinary, dictionary: large },
    { of: boardFrom('A'), dictionary: large },
    { of: boardFrom('TEASTER'), dictionary: large },
    { of: largeBoard(), dictionary: large },
  ];
  const oracles = new Map([few, large].map((path) => [path, naiveFinder(linesOf(path))]));
  for (const { of, dictionary } of boards) {
    const words = await guesses(t, { board: of, dictionary });
    const expected = oracles.get(dictionary)!(of).filter((word) => pointsOf(word) > 0);
    t.same(words.toSorted(), expected, `${of.width} by ${of.height}: ${words.length} words`);
    const lengths = words.map(({ length }) => length);
    t.same(
      lengths,
      lengths.toSorted((a, b) => b - a),
    );
  }
});

t.test('By level it finds some of the words, and with the same seed the same', async (t) => {
  const game = { board: largeBoard(), dictionary: large };
  const all = await guesses(t, game);
  for (const [level, share] of [
    ['half', 1 / 2],
    ['few', 1 / 8],
  ] as const) {
    const found = await guesses(t, game, '--level', level);
    t.ok(Math.abs(found.length / all.length - share) < 0.05, `${level}: ${found.length} of ${all.length}`);
    const known = new Set(all);
    t.ok(allOf(found, (word) => known.has(word)));
    t.same(await guesses(t, game, `--level=${level}`, '--seed', '3'), found, 'the seed of the host is one');
    t.notSame(await guesses(t, game, '--level', level, '--seed', '4'), found);
  }
});

t.test('In turns it guesses the best that nobody has found, says its turn, and passes', async (t) => {
  await using bot = await seated(t, { rules: 'turns' });
  bot.tell('start', 'weather fine', 'forfeited 3', 'turn 30000 1 9');
  t.equal(await bot.line(), '@1 guess SITTING');
  bot.tell('timeout 1', 'scored 2 QUITES 3', 'timeout 2', 'turn none 2 7');
  t.equal(await bot.line(), '@2 guess SITTING', 'what came too late is as if it had not been');
  bot.tell('scored 1 SITTING 5', 'missed 2 ZOO notonboard', 'turn 30000 3 5');
  t.equal(await bot.line(), '@3 guess QUITE');
  bot.tell('missed 1 QUITE alreadyfound', ...['SITE', 'TIES', 'TIE'].map((word) => `scored 2 ${word} 1`));
  bot.tell('turn 30000 4 3');
  t.equal(await bot.line(), '@4 pass');
  bot.tell('passed 1', 'passed 2', 'turn 30000 5 1');
  t.equal(await bot.line(), '@5 pass');
  bot.tell('passed 1', 'gameover 1 5 2 6');
  t.equal(await bot.exit, 0, 'it goes when the game is over');
  t.equal(bot.unread, '');
});

t.test('With a pause it waits before each guess, as long as the time of a turn allows', async (t) => {
  await using classic = await seated(t, {}, '--pause=60ms');
  const start = performance.now();
  classic.tell('start');
  for (const [index, first] of ['guess SITTING', 'guess QUITES', 'guess QUITE'].entries()) {
    t.equal(await classic.line(), first);
    // Counted from the start: on a machine with other work the line before may be read late.
    const ms = performance.now() - start;
    t.ok(ms >= 40 * (index + 1), `${Math.round(ms)} ms`);
  }
  for (const [ms, least] of [
    ['none', 200],
    ['300', 80],
  ] as const) {
    await using turns = await seated(t, { rules: 'turns' }, '--pause', '200ms');
    const before = performance.now();
    turns.tell('start', `turn ${ms} 1 20`);
    t.equal(await turns.line(), '@1 guess SITTING');
    t.ok(performance.now() - before >= least - 5);
  }
});

t.test('A game that ends while it pauses is over', async (t) => {
  for (const [rules, ...lines] of [
    ['turns', 'turn none 1 20', 'timeout 1', 'turn none 2 18', 'gameover 1 0 2 0'],
    ['classic', 'gameover 1 0 2 0'],
  ] as const) {
    await using bot = await seated(t, { rules }, '--pause', '1h');
    bot.tell('start', ...lines);
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
  }
});

t.test('A host that reads no more can still end it', async (t) => {
  const dictionary = join(t.testdir({ 'many.txt': manyWordsOn(ordinary) }), 'many.txt');
  const [file = '', ...args] = player('boggle');
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const heard = async (what: string): Promise<void> => {
    for (let text = ''; !text.includes(what); text += child.stdout.read() ?? '')
      await once(child.stdout, 'readable');
  };
  child.stdin.write(`${told({ board: ordinary, dictionary }).join('\n')}\n`);
  await heard('ready');
  child.stdin.write('start\n');
  await heard('guess ');
  child.kill('SIGTERM');
  t.same(await ended, [0, null]);
});

/** Paths of eight cells: far more than a pipe holds. */
function manyWordsOn({ cells, neighbours }: Board): string {
  const words = new Set<string>();
  const walk = (path: readonly number[]): void => {
    if (path.length === 8) words.add(path.map((cell) => cells[cell]).join(''));
    else for (const next of neighbours[path.at(-1)!]!) if (!path.includes(next)) walk([...path, next]);
  };
  for (const cell of [0, 5]) walk([cell]);
  return `${[...words].sort().join('\n')}\n`;
}

t.test('What it cannot play it says, and leaves', async (t) => {
  for (const [args, reason] of [
    [['--speed', '1'], /wordhost player boggle: unknown option --speed/],
    [['--level', 'most'], /wordhost player boggle: --level: expected all, half or few; got most/],
  ] as const) {
    await using wrong = new Bot(player('boggle', ...args), {});
    t.equal(await wrong.exit, 2);
    t.match(wrong.stderr, reason);
  }
  await using helped = new Bot(player('boggle', '--help'), {});
  t.equal(await helped.exit, 0);
  t.match(helped.unread, /--level all\|half\|few[\s\S]*--pause DURATION[\s\S]*--seed N/);
  for (const [first, instead, reason] of [
    ['rules', 'rules club', /cannot.*start.*: rules: expected classic or turns; got club/],
    ['board', 'board 5 5', /cannot.*start.*: board: expected 5 rows/],
    ['dictionary', 'dictionary /no/such/list', /no such file/],
  ] as const) {
    await using bot = new Bot(player('boggle'), {});
    bot.say(
      told({})
        .map((line) => `${line.startsWith(`${first} `) ? instead : line}\n`)
        .join(''),
    );
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, reason);
    t.equal(bot.unread, '');
  }
});

t.test('A host that goes before it has said all ends it in peace', async (t) => {
  await using early = new Bot(player('boggle'), {});
  early.say('boggle 1\nrules cl');
  early.hangUp();
  t.equal(await early.exit, 0);
  await using waiting = await seated(t, {});
  waiting.hangUp();
  t.equal(await waiting.exit, 0);
});
