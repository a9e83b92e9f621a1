import { join } from 'node:path';
import t, { type Test } from 'tap';
import { jsonMove } from '../../../host/bots/boggle/assistant.ts';
import { Misfit, readShape } from '../../../host/core/shape.ts';
import { parseRecord } from '../../../host/events/read-record.ts';
import { pointsOf } from '../../../host/games/boggle/judge.ts';
import { games } from '../../../host/games/registry.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { until } from '../../support/until.ts';
import { noWord, wordsLeft } from './boggle-words.ts';
import { Guest, servedPlay, turnOf, verified } from './served-play.ts';

const where = (t: Test) => join(t.testdir(), 'wordhost.db');
const ada = { is: 'person', name: 'Ada' };
const withFriend = [ada, { is: 'open' }];
const against = (name: string) => [ada, { is: 'bot', name }];
const longest: Readonly<Record<string, number>> = { beginner: 4, easy: 5, medium: 6, hard: 7 };
const still = ({ version, seats, ...view }: GameView) => view;

interface ListedGame {
  readonly key: string;
  readonly scores?: readonly number[];
}

async function created(guest: Guest, seats: unknown, options: unknown = {}): Promise<GameView> {
  const made = await guest.ask('POST', 'games', { game: 'boggle', seats, options });
  if (made.status !== 201) throw new Error(made.text);
  return made.json;
}

/** Boards are random, and some have few words: creates games until one has more. `two` joins them, if given. */
async function createdWithWords(
  one: Guest,
  seats: unknown,
  options: unknown = {},
  two?: Guest,
): Promise<GameView> {
  for (;;) {
    const { key } = await created(one, seats, options);
    await two?.ask('POST', `games/${key}/join`, { name: 'Ben' });
    const view = await one.view(key);
    if (wordsLeft(view).filter(({ length }) => length >= 4).length > 20) return view;
    await play(one, key, { forfeit: true });
  }
}

async function play(guest: Guest, key: string, move: unknown) {
  const { status, json } = await guest.ask('POST', `games/${key}/moves`, move);
  return { status, json };
}

t.test(
  'a person plays a whole game of Boggle against each built-in bot, and its record verifies',
  async (t) => {
    const { url } = await servedPlay(t, where(t));
    const guest = new Guest(url);
    const { json: bots } = await guest.ask('GET', 'bots?game=boggle');
    t.same(
      bots.map(({ name }: { name: string }) => name),
      ['beginner', 'easy', 'medium', 'hard', 'best'],
    );
    for (const { name } of bots) {
      const { key, you, state, panels } = await created(guest, against(name), { turns: '8' });
      t.same([you, state, panels[0]!.rows.length], [1, 'running', 4], 'the board is there at once');
      let points = 0;
      let passes = 0;
      for (;;) {
        const view = await turnOf(guest, key);
        if (!view) break;
        const [word] = wordsLeft(view);
        const move = word === undefined || passes === 0 ? { pass: true } : { word: word.toLowerCase() };
        if ('pass' in move) passes++;
        else points += pointsOf(word!);
        t.match(await play(guest, key, move), {
          status: 200,
          json: { ok: true, brings: /^(no points|\d+ points? if it is a word)$/ },
        });
      }
      const { end, panels: after, moves } = await guest.view(key);
      t.match(end, { reason: 'turns-used' });
      t.equal(end!.scores[0], points);
      const found = moves.filter(({ seat }) => seat === 2).flatMap(({ lines }) => lines);
      t.equal(
        end!.scores[1],
        found.reduce((sum, { word }) => sum + pointsOf(word), 0),
        'it knows words only',
      );
      for (const { word } of found) t.ok(word.length <= (longest[name] ?? 16), word);
      t.equal(moves.filter(({ seat }) => seat !== undefined).length, 8);
      t.same(
        after.filter(({ seat }) => seat !== undefined).map(({ score }) => score),
        end!.scores,
      );
      t.match(verified((await guest.ask('GET', `games/${key}/record`)).text), { ok: true, complete: true });
    }
  },
);

t.test(
  'a refused move uses no turn; a wrong word uses one, and a check does not tell which it is',
  async (t) => {
    const { url } = await servedPlay(t, where(t));
    const [one, two, watcher] = [new Guest(url), new Guest(url), new Guest(url)];
    const { key } = await created(one, withFriend);
    await two.ask('POST', `games/${key}/join`, { name: 'Ben' });
    const view = (await turnOf(one, key))!;
    const [word, wrong] = [wordsLeft(view).find(({ length }) => length === 3)!, noWord(view)];
    t.equal((await play(two, key, { word })).status, 409, 'not their turn');
    t.equal((await play(watcher, key, { word })).status, 403);
    for (const path of ['moves', 'moves?check=1']) {
      const { json } = await one.ask('POST', `games/${key}/${path}`, { word: 'QQQQ' });
      t.match(json, { ok: false, problem: 'QQQQ: not on the board' });
    }
    for (const move of [
      {},
      { word: '' },
      { word: 'A B' },
      { word: 'É' },
      { word: 7 },
      { word: 'A'.repeat(101) },
      { pass: false },
      { written: word },
    ])
      t.equal((await play(one, key, move)).status, 400, JSON.stringify(move));
    const checked = await Promise.all(
      [word, wrong].map(async (each) => await one.ask('POST', `games/${key}/moves?check=1`, { word: each })),
    );
    const [right, other] = checked.map(({ json }) => json);
    t.match(right, { ok: true, brings: '1 point if it is a word', points: undefined });
    t.equal(other.brings.replace('0 points', '1 point'), right.brings);
    t.strictSame(still(await one.view(key)), still(view));
    t.match((await play(one, key, { word: wrong })).json, { ok: true });
    t.match((await watcher.view(key)).moves.at(-1), {
      seat: 1,
      lines: [{ word: wrong, note: 'not in the dictionary', points: 0 }],
    });
    t.match((await play(two, key, { word: wrong })).json, { ok: false, problem: /guessed already/ });
    t.match((await play(two, key, { word })).json, { ok: true });
    t.match((await one.view(key)).moves.at(-1), { seat: 2, lines: [{ word, points: 1, total: 1 }] });
  },
);

t.test('two people play Boggle by a link, and everything is as before after a restart', async (t) => {
  const path = where(t);
  const first = await servedPlay(t, path);
  const [one, two, watcher] = [new Guest(first.url), new Guest(first.url), new Guest(first.url)];
  const { key, state } = await created(one, withFriend);
  t.equal(state, 'open');
  t.match((await two.ask('POST', `games/${key}/join`, { name: 'Ben' })).json, { you: 2, state: 'running' });
  for (const guest of [one, two, one]) {
    const view = (await turnOf(guest, key))!;
    t.match(await play(guest, key, { word: wordsLeft(view)[0] }), { json: { ok: true } });
  }
  const bot = await createdWithWords(one, against('best'));
  for (let turn = 0; turn < 3; turn++)
    await play(one, bot.key, { word: wordsLeft((await turnOf(one, bot.key))!)[0] });
  await turnOf(one, bot.key);
  const clocks = (await watcher.view(key)).seats.map(({ clock }) => clock!);
  t.same(
    clocks.map(({ runs }) => runs),
    [false, true],
  );
  const views = async () => [
    await one.view(key),
    await two.view(key),
    await watcher.view(key),
    await one.view(bot.key),
  ];
  const before = await views();
  t.equal(before[3]!.moves.filter(({ seat }) => seat === 2).length, 3);
  await first.close();
  const { url } = await servedPlay(t, path);
  for (const guest of [one, two, watcher]) guest.url = url;
  t.strictSame((await views()).map(still), before.map(still));
  await play(two, key, { word: wordsLeft((await turnOf(two, key))!)[0] });
  t.match(await play(one, key, { forfeit: true }), { json: { ok: true } });
  t.match((await watcher.view(key)).end, { winners: [2] });
  await play(one, bot.key, { pass: true });
  await turnOf(one, bot.key);
  t.equal((await one.view(bot.key)).moves.filter(({ seat }) => seat === 2).length, 4, 'the bot goes on');
  await play(one, bot.key, { forfeit: true });
  for (const each of [key, bot.key])
    t.match(verified((await one.ask('GET', `games/${each}/record`)).text), { ok: true, complete: true });
});

t.test('nobody is told the seed of a game, or a word that nobody has guessed, before the end', async (t) => {
  const { url, tables } = await servedPlay(t, where(t));
  const [one, two, watcher] = [new Guest(url), new Guest(url), new Guest(url)];
  for (const seats of [against('best'), withFriend]) {
    const players = seats === withFriend ? [one, two] : [one];
    const { key } = await createdWithWords(one, seats, { turns: '6' }, players[1]);
    const streams = [await one.follow(key), await two.follow(key), await watcher.follow(key)];
    for (let turn = 0; turn < 2; turn++)
      for (const guest of players) {
        const view = (await turnOf(guest, key))!;
        await guest.ask('POST', `games/${key}/moves?check=1`, { word: wordsLeft(view).at(-1) });
        await play(guest, key, { word: wordsLeft(view)[0] });
      }
    await watcher.view(key);
    for (const path of ['record', 'analysis']) await watcher.ask('GET', `games/${key}/${path}`);
    await watcher.ask('GET', 'games?state=running');
    const view = await watcher.view(key);
    const heard = [one, two, watcher].map((guest) => guest.heard.join('\n'));
    const secret = wordsLeft(view).filter(({ length }) => length >= 4);
    t.ok(secret.length > 5, 'there are words to look for');
    const sent = new Set(view.moves.flatMap(({ lines }) => lines.map(({ word }) => word)));
    for (const text of heard) {
      const words = new Set(text.match(/[A-Z]{4,}/g));
      for (const word of secret) if (!sent.has(word)) t.notOk(words.has(word), word);
    }
    for (const guest of players) await play(guest, key, { forfeit: true });
    await until(async () => (await one.view(key)).end !== undefined);
    const read = parseRecord(String(await tables.record(key)), 'the record', games);
    if (!read.ok) throw new Error(read.problem);
    for (const text of heard) t.notOk(text.includes(read.header.seed), 'the seed');
    for (const { stop } of streams) stop();
    for (const guest of [one, two, watcher]) guest.heard.length = 0;
  }
});

interface Hand {
  readonly words: readonly { readonly word: string; readonly points: number }[];
  readonly isDone: boolean;
}
const handOf = async (guest: Guest, key: string) => (await guest.view(key)).hand as Hand;
/** The words of each player at the end, with their points. */
const listsOf = ({ panels }: GameView) =>
  panels.filter(({ seat }) => seat !== undefined).map(({ list = [] }) => list);
const classic = { rules: 'classic', time: '10m' };

t.test(
  'a person plays by the classic rules against each built-in bot, and the record verifies',
  async (t) => {
    const { url } = await servedPlay(t, where(t));
    const guest = new Guest(url);
    for (const name of ['beginner', 'easy', 'medium', 'hard', 'best']) {
      const { key } = await created(guest, against(name), classic);
      const { hand, seats, panels, moves } = (await turnOf(guest, key))!;
      t.match({ hand, moves }, { hand: { words: [], isDone: false }, moves: [{ lines: [] }] });
      t.match(seats[0]!.clock, { runs: true });
      t.equal(seats[1]!.clock, undefined, 'one clock is for all');
      const words = wordsLeft({ panels, moves }).slice(0, 5);
      for (const word of words) {
        const checked = await guest.ask('POST', `games/${key}/moves?check=1`, { word: word.toLowerCase() });
        const brings = new RegExp(`^${pointsOf(word)} points? if nobody else finds it$`);
        for (const { status, json } of [checked, await play(guest, key, { word: word.toLowerCase() })])
          t.match({ status, json }, { status: 200, json: { ok: true, brings } });
      }
      t.same(await handOf(guest, key), {
        words: words.map((word) => ({ word, points: pointsOf(word) })),
        isDone: false,
      });
      const refused = {
        [words[0]!]: /found already/,
        QQQQ: /dictionary/,
        [noWord({ panels })]: /dictionary/,
      };
      for (const [word, problem] of Object.entries(refused))
        t.match(await play(guest, key, { word }), { json: { ok: false, problem } }, word);
      t.match(await play(guest, key, { pass: true }), { json: { ok: false, problem: /nobody passes/ } });
      t.match(await play(guest, key, { done: true }), { json: { ok: true } });
      await until(async () => (await guest.view(key)).end !== undefined);
      const over = await guest.view(key);
      t.match(over.end, { reason: 'played-out' });
      const [own, others] = listsOf(over).map((list) => new Set(list.map((each) => each.split(' ')[0]!)));
      t.same([...own!].sort(), [...words].sort());
      const scoreOf = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) =>
        [...mine].filter((word) => !theirs.has(word)).reduce((sum, word) => sum + pointsOf(word), 0);
      t.same(
        over.end!.scores,
        [scoreOf(own!, others!), scoreOf(others!, own!)],
        'a word of two brings nothing',
      );
      if (name === 'best') t.equal(over.end!.scores[0], 0, 'it knows them all');
      t.match(verified((await guest.ask('GET', `games/${key}/record`)).text), { ok: true, complete: true });
    }
  },
);

t.test(
  'by the classic rules nobody learns what others guess, or when, or how often, before the end',
  async (t) => {
    const path = where(t);
    const first = await servedPlay(t, path);
    const [one, two, watcher] = [new Guest(first.url), new Guest(first.url), new Guest(first.url)];
    const view = await createdWithWords(one, withFriend, classic, two);
    const { key } = view;
    const words = wordsLeft(view).filter(({ length }) => length >= 4);
    const streams = await Promise.all([one, two, watcher].map(async (guest) => await guest.follow(key)));
    await until(() => streams.every(({ events }) => events.length > 0));
    // The clock runs, and who has just come is seen.
    const seen = async (guest: Guest) => {
      const { seats, ...view } = await guest.view(key);
      return view;
    };
    await until(async () => {
      const before = await Promise.all([one, two, watcher].map(seen));
      await new Promise((resolve) => setImmediate(resolve));
      return JSON.stringify(before) === JSON.stringify(await Promise.all([one, two, watcher].map(seen)));
    });
    const [before, watched] = [await seen(two), await seen(watcher)];
    for (const word of words) t.match(await play(one, key, { word }), { json: { ok: true } });
    t.match(await play(one, key, { done: true }), { json: { ok: true } });
    await until(() => streams[0]!.events.some(({ data }) => (data.hand as Hand | undefined)?.isDone));
    t.strictSame(await seen(two), before, 'the version too');
    t.strictSame(await seen(watcher), watched);
    for (const [stream, { version }] of [
      [streams[1]!, before],
      [streams[2]!, watched],
    ] as const)
      t.same(
        stream.events.filter(({ data }) => data.version > version),
        [],
        'they are told nothing',
      );
    t.match({ due: (await one.view(key)).due, of: before.due }, { due: [], of: [2] });
    const list = (await watcher.ask('GET', 'games?game=boggle')).json as readonly ListedGame[];
    t.strictSame(
      list.filter((each) => each.key === key).map(({ scores }) => scores),
      [[0, 0]],
    );
    for (const { stop } of streams) stop();
    await first.close();
    const { url } = await servedPlay(t, path);
    for (const guest of [one, two, watcher]) guest.url = url;
    t.match(
      await handOf(one, key),
      { isDone: true, words: words.map((word) => ({ word })) },
      'after a restart',
    );
    t.match(await play(one, key, { word: words[0] }), { json: { ok: false, problem: /done already/ } });
    for (const path of ['record', 'analysis']) await two.ask('GET', `games/${key}/${path}`);
    await play(two, key, { word: words[0] });
    for (const guest of [two, watcher]) {
      const heard = new Set(guest.heard.join('\n').match(/[A-Z]{4,}/g));
      t.same(
        words.filter((word) => heard.has(word) && !(guest === two && word === words[0])),
        [],
      );
    }
    await play(two, key, { done: true });
    await until(async () => (await watcher.view(key)).end !== undefined);
    const over = await watcher.view(key);
    t.match(over, { end: { reason: 'played-out', winners: [1] } });
    t.same(listsOf(over)[1], [`${words[0]} 0`], 'found by both');
    t.match(over.moves.at(-1), { seat: 2, lines: [{ word: '1 word', total: 0 }] });
    t.match(verified((await two.ask('GET', `games/${key}/record`)).text), { ok: true, complete: true });
  },
);

t.test('a bot that has said its words says none twice after a restart', async (t) => {
  const path = where(t);
  const first = await servedPlay(t, path);
  const guest = new Guest(first.url);
  const { key } = await created(guest, against('medium'), classic);
  await play(guest, key, { word: wordsLeft(await guest.view(key))[0] });
  await first.close();
  const { url } = await servedPlay(t, path);
  guest.url = url;
  await guest.view(key);
  await play(guest, key, { done: true });
  await until(async () => (await guest.view(key)).end !== undefined);
  const { text } = await guest.ask('GET', `games/${key}/record`);
  t.match(verified(text), { ok: true, complete: true });
  const end = JSON.parse(text.trimEnd().split('\n').at(-1)!);
  const players = end.result.players as readonly { readonly errors: number }[];
  t.strictSame(
    players.map(({ errors }) => errors),
    [0, 0],
  );
  t.notMatch(text, '"type":"late"');
});

t.test('the time of a classic game ends it for all', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const guest = new Guest(url);
  const { key } = await created(guest, against('best'), { rules: 'classic', time: '1s' });
  await until(async () => (await guest.view(key)).end !== undefined);
  const { reason, winners, scores } = (await guest.view(key)).end!;
  t.equal(reason, 'time-up');
  t.equal(scores[0], 0);
  // The board may have no word, and a busy machine may take a second to find one.
  t.same(winners, scores[1]! > 0 ? [2] : [1, 2]);
});

t.test('options of Boggle on the site are bounded', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const guest = new Guest(url);
  for (const options of [
    { turns: '0' },
    { turns: '1001' },
    { turns: 'x' },
    { rules: 'box' },
    { rules: 'classic', time: '0s' },
    { rules: 'classic', 'time-bank': '5m' },
    { board: 'AB/CD' },
    { width: '16' },
    { 'time-bank': '1' },
  ]) {
    const { status, json } = await guest.ask('POST', 'games', { game: 'boggle', seats: withFriend, options });
    t.match({ status, json }, { status: 400, json: { problem: /./ } }, JSON.stringify(options));
  }
  t.same((await created(guest, withFriend, { turns: '30' })).options, { turns: '30', 'time-bank': '10m' });
  t.same((await created(guest, withFriend, { rules: 'classic' })).options, { rules: 'classic' });
  const three = [...against('easy'), { is: 'open' }];
  t.equal((await guest.ask('POST', 'games', { game: 'boggle', seats: three })).status, 400);
  t.ok(readShape(jsonMove, { word: 'x', pass: true }) instanceof Misfit === false);
});
