import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { ruleSetNames } from '../../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../../host/games/scrabble/tiles/tile-set.ts';
import { hasWord } from '../../../host/lexicon/automaton.ts';
import { DatabaseFailure } from '../../../host/serve/database/database.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import type { ScrabbleHand } from '../../../host/serve/scrabble/page/laying.ts';
import { allOf } from '../../support/all-of.ts';
import { until } from '../../support/until.ts';
import { playOn, quietMove, testPlay } from './play-contract.ts';
import { english, Guest, servedPlay, verified } from './served-play.ts';

const where = (t: Test) => join(t.testdir(), 'wordhost.db');
const withBot = [
  { is: 'person', name: 'Ada' },
  { is: 'bot', name: 'easy' },
];
const withFriend = [{ is: 'person', name: 'Ada' }, { is: 'open' }];

async function created(guest: Guest, seats: unknown = withBot, options = {}): Promise<GameView> {
  const made = await guest.ask('POST', 'games', { game: 'scrabble', seats, options });
  if (made.status !== 201) throw new Error(made.text);
  return made.json;
}

t.test('games on the site', async (t) => {
  testPlay(t, { name: 'SQLite', empty: async (t) => where(t) });
});

t.test('a move that is not legal changes nothing, and says why', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const ada = new Guest(url);
  const { key } = await created(ada);
  await until(async () => (await ada.view(key)).due.includes(1));
  const before = await ada.view(key);
  const { tiles } = before.hand as { tiles: { id: number; letter: string }[] };
  const letters = tiles.map(({ letter }) => letter);
  const corner = tiles
    .slice(0, 2)
    .map(({ id }, col) => ({ row: 0, col, tile: id, letter: letters[col] === '?' ? 'A' : letters[col] }));
  const other = 'QZXJ'.split('').find((letter) => !letters.includes(letter) && !letters.includes('?')) ?? 'Q';
  const refused: [unknown, RegExp][] = [
    [{ written: '8H QZXJKVW' }, /./],
    [{ written: 'nonsense' }, /./],
    [{ play: corner }, /./],
    [{ play: [{ row: 7, col: 7, tile: 99, letter: other }] }, /99/],
    [{ play: [{ row: 7, col: 900, tile: tiles[0]!.id, letter: 'A' }] }, /./],
    [{ change: [999] }, /999/],
    [{ written: 'forfeit' }, /./],
  ];
  for (const [move, why] of refused)
    for (const path of ['moves', 'moves?check=1']) {
      const { status, json } = await ada.ask('POST', `games/${key}/${path}`, move);
      t.match({ status, json }, { status: 200, json: { ok: false, problem: why } }, JSON.stringify(move));
    }
  const wrong = [{}, { play: [] }, { play: 'A' }, { pass: false }, { written: 7 }, { pass: true, check: [] }];
  for (const move of wrong.slice(0, 5)) {
    const { status, json } = await ada.ask('POST', `games/${key}/moves`, move);
    t.match({ status, json }, { status: 400, json: { problem: /./ } }, JSON.stringify(move));
  }
  const checked = await ada.ask('POST', `games/${key}/moves?check=1`, { pass: true });
  t.match(checked.json, { ok: true, brings: /points/ });
  const still = ({ version, seats, ...view }: GameView) => view;
  t.strictSame(still(await ada.view(key)), still(before));
});

t.test('a refused play tells the words that are not in the list', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const [ada, ben] = [new Guest(url), new Guest(url)];
  const { key } = await created(ada, withFriend);
  await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
  const guest = (await ada.view(key)).due.includes(1) ? ada : ben;
  const { tiles } = (await guest.view(key)).hand as ScrabbleHand;
  const filled = tiles.map(({ id, letter }) => ({ tile: id, letter: letter === '?' ? 'Q' : letter }));
  const turned = filled.map((_, from) => [...filled.slice(from), ...filled.slice(0, from)]);
  const wordOf = (order: typeof filled) => order.map(({ letter }) => letter).join('');
  const order = turned.find((each) => !hasWord(english(), wordOf(each)))!;
  for (const move of [
    { play: order.map((tile, col) => ({ row: 7, col: col + 5, ...tile })) },
    {
      written: `8F ${order.map(({ tile, letter }) => (tile === 0 ? letter.toLowerCase() : letter)).join('')}`,
    },
  ]) {
    const { json } = await guest.ask('POST', `games/${key}/moves?check=1`, move);
    t.match(json, { ok: false, words: [wordOf(order)] }, 'words that are not in the list are told');
  }
});

t.test(
  'a player is told the tiles that it has not seen: of the bag and of the others together',
  async (t) => {
    const { url } = await servedPlay(t, where(t));
    const ada = new Guest(url);
    const { key } = await created(ada);
    for (let moves = 0; moves < 3; moves++) {
      await until(async () => (await ada.view(key)).due.includes(1));
      const { hand, panels } = await ada.view(key);
      const { tiles, bag, unseen } = hand as ScrabbleHand;
      const rows = panels.find(({ rows }) => rows.length > 0)!.rows;
      const played = rows.flatMap((row) => [...row]).filter((sign) => /[a-z]/i.test(sign));
      const own = tiles.map(({ letter }) => letter);
      const kinds = [...played.map((sign) => (sign === sign.toLowerCase() ? '?' : sign)), ...own];
      const counts = Object.fromEntries(builtInTileSet('english')!.tiles.map(({ id, count }) => [id, count]));
      const letters = Object.keys(unseen);
      t.equal(Object.values(unseen).reduce((sum, count) => sum + count) + kinds.length, 100);
      t.equal(kinds.length + bag + 7, 100, 'the other has seven');
      for (const letter of ['A', 'E', 'Q'])
        t.equal(
          (unseen[letter] ?? 0) + kinds.filter((kind) => kind === letter).length,
          counts[letter.charCodeAt(0) - 64],
          letter,
        );
      t.equal((unseen['?'] ?? 0) + kinds.filter((kind) => kind === '?').length, 2, 'blanks');
      t.ok(allOf(letters, (letter) => unseen[letter]! > 0));
      // After the last pass the bot would still move when the store is removed.
      if (moves < 2) await ada.ask('POST', `games/${key}/moves`, { pass: true });
    }
  },
);

t.test('nobody is told a hand of another, or the seed, before the end', async (t) => {
  const { url, tables } = await servedPlay(t, where(t));
  const cases = ruleSetNames.flatMap((rules) => [withBot, withFriend].map((seats) => ({ rules, seats })));
  for (const { rules, seats } of cases) {
    const [ada, ben, cyd] = [new Guest(url), new Guest(url), new Guest(url)];
    const { key } = await created(ada, seats, { rules });
    const players = seats === withFriend ? [ada, ben] : [ada];
    if (seats === withFriend) await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
    const streams = [await ada.follow(key), await ben.follow(key), await cyd.follow(key)];
    const hands = new Map(players.map((player) => [player, [] as string[]]));
    // By the simple rules a turn without points is nearly the end.
    const most = rules === 'simple' ? 0 : 4;
    for (let [number, looks] = [0, 0]; number < most || looks < 2; looks++) {
      for (const player of players) {
        const view = await player.view(key);
        hands.get(player)!.push(JSON.stringify((view.hand as { tiles: unknown }).tiles));
        if (number >= most || !view.due.includes(view.you!)) continue;
        await player.ask(
          'POST',
          `games/${key}/moves`,
          number === 0 ? { pass: true } : quietMove(view, number % 4 === 1 ? 0 : 1),
        );
        number++;
      }
      await cyd.view(key);
      await ben.ask('GET', `games/${key}/record`);
      await cyd.ask('GET', 'games?state=running');
    }
    const heard = new Map([ada, ben, cyd].map((guest) => [guest, guest.heard.join('\n')]));
    await playOn(players, key);
    for (const { stop } of streams) stop();
    const record = await tables.record(key);
    const read = parseRecord(String(record), 'the record', games);
    if (!read.ok) throw new Error(read.problem);
    for (const [guest, text] of heard) {
      t.notOk(text.includes(read.header.seed), 'the seed');
      for (const event of read.events as readonly { seat?: number; rack?: string; drew?: string }[]) {
        if ((event.rack ?? '').length >= 5) t.notOk(text.includes(event.rack!), `${event.rack}`);
        if ((event.drew ?? '').includes(' ')) t.notOk(text.includes(event.drew!), `${event.drew}`);
      }
      for (const [player, own] of hands)
        if (player !== guest) for (const hand of own) t.notOk(text.includes(hand), 'a hand in JSON');
    }
    for (const own of hands.values()) t.ok(own.length > 1, 'there were hands to look for');
  }
});

t.test('who is away for five minutes loses to a claim', async (t) => {
  let time = 1_000_000;
  const { url } = await servedPlay(t, where(t), { now: () => time });
  const [ada, ben] = [new Guest(url), new Guest(url)];
  const { key } = await created(ada, withFriend);
  await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
  t.equal((await ada.ask('POST', `games/${key}/claim`, {})).status, 409, 'Ben was just here');
  const { stop } = await ben.follow(key);
  time += 6 * 60_000;
  t.equal((await ada.ask('POST', `games/${key}/claim`, {})).status, 409, 'Ben follows the game');
  stop();
  await until(async () => (await ada.view(key)).seats[1]!.awayMs !== undefined);
  time += 4 * 60_000;
  t.equal((await ada.ask('POST', `games/${key}/claim`, {})).status, 409, 'only four minutes');
  time += 60_000;
  t.equal((await new Guest(url).ask('POST', `games/${key}/claim`, {})).status, 403, 'a watcher');
  const claimed = await ada.ask('POST', `games/${key}/claim`, {});
  t.equal(claimed.status, 200, claimed.text);
  const { end, state } = await ada.view(key);
  t.match({ end, state }, { end: { winners: [1] }, state: 'over' });
  t.match(verified((await ada.ask('GET', `games/${key}/record`)).text), { ok: true, complete: true });
});

t.test('the players of a finished game find the next one, which only they see', async (t) => {
  let time = Date.parse('2026-01-01');
  const { url, tables } = await servedPlay(t, where(t), { now: () => time });
  const [ada, ben, cyd] = [new Guest(url), new Guest(url), new Guest(url)];
  const { key } = await created(ada, withFriend);
  await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
  const seats = [{ is: 'open' }, { is: 'person', name: 'Ada' }];
  const again = async (guest: Guest) =>
    (await guest.ask('POST', 'games', { game: 'scrabble', seats, again: key })).json as GameView;
  t.not((await again(ada)).key, key);
  t.equal((await ben.view(key)).next, undefined, 'the game is not over');
  await until(async () => {
    for (const guest of [ada, ben]) await guest.ask('POST', `games/${key}/moves`, { forfeit: true });
    return (await ada.view(key)).state === 'over';
  });
  await again(cyd);
  t.equal((await ada.view(key)).next, undefined, 'a watcher leads nobody away');
  const next = await again(ada);
  t.equal((await ben.view(key)).next, next.key);
  t.equal((await again(ben)).key, next.key, 'both want one');
  t.equal((await cyd.view(key)).next, undefined);
  time += 6 * 60_000;
  await tables.sweep();
  t.match(tables.metrics().join('\n'), /in_memory 0$/m);
  t.equal((await again(ben)).key, next.key, 'it is known after the game has left the memory');
  t.equal((await ben.view(key)).next, next.key);
});

t.test('idle games leave the memory and come back; abandoned ones end', async (t) => {
  let time = Date.parse('2026-01-01');
  const { url, tables } = await servedPlay(t, where(t), { now: () => time });
  const [ada, ben] = [new Guest(url), new Guest(url)];
  const against = await created(ada);
  await until(async () => (await ada.view(against.key)).due.includes(1));
  const open = await created(ada, withFriend);
  const inMemory = () => Number(/in_memory (\d+)/.exec(tables.metrics().join('\n'))?.[1]);
  time += 60_000;
  await tables.sweep();
  t.equal(inMemory(), 2, 'they were just used');
  const before = await ada.view(against.key);
  const { stop, events } = await ben.follow(against.key);
  time += 6 * 60_000;
  await tables.sweep();
  t.equal(inMemory(), 1, 'a game with a watcher stays');
  stop();
  await until(async () => {
    time += 6 * 60_000;
    await tables.sweep();
    return inMemory() === 0;
  });
  t.ok(events.length > 0);
  const after = await ada.view(against.key);
  const still = ({ version, seats, ...view }: GameView) => view;
  t.strictSame(still(after), still(before));
  t.match((await ada.ask('POST', `games/${against.key}/moves`, { pass: true })).json, { ok: true });
  time += 15 * 86_400_000;
  await tables.sweep();
  t.match(await ada.view(against.key), { state: 'over', end: { reason: 'interrupted', winners: [] } });
  t.match(await ada.view(open.key), { state: 'over' });
  t.match(verified((await ada.ask('GET', `games/${against.key}/record`)).text), { ok: true });
});

t.test('a race of people leaves the memory and comes back, one with a bot goes on', async (t) => {
  let time = Date.parse('2026-01-01');
  const { url, tables } = await servedPlay(t, where(t), { now: () => time });
  const [ada, ben] = [new Guest(url), new Guest(url)];
  const create = async (seats: unknown) =>
    (await ada.ask('POST', 'games', { game: 'bananagrams', seats })).json as GameView;
  const { key } = await create(withFriend);
  await ben.ask('POST', `games/${key}/join`, {});
  await create([{ is: 'person' }, { is: 'bot', name: 'beginner' }]);
  const before = await ada.view(key);
  time += 6 * 60_000;
  await tables.sweep();
  t.match(tables.metrics().join('\n'), /in_memory 1$/m);
  const still = ({ version, seats, ...view }: GameView) => view;
  t.strictSame(still(await ada.view(key)), still(before));
});

t.test('names are bounded, visible and different; a guest has few games at once', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const ada = new Guest(url);
  const { key } = await created(ada, [{ is: 'person', name: '<b>Ada</b>' }, { is: 'open' }]);
  for (const name of ['', ' ', 'x'.repeat(31), 'a\u202eb', 'a\nb', '<B>ada</b>', 7, null, ['x']]) {
    const { status, json } = await new Guest(url).ask('POST', `games/${key}/join`, { name });
    if (name === null) continue;
    t.ok([400, 409].includes(status) && json.problem !== '', `${JSON.stringify(name)}: ${status}`);
  }
  for (let made = 1; made < 20; made++) await created(ada, withFriend);
  const { status, json } = await ada.ask('POST', 'games', { game: 'scrabble', seats: withFriend });
  t.match({ status, json }, { status: 429, json: { problem: /20 games/ } });
  const listed = await ada.ask('GET', 'games?state=open&game=scrabble');
  t.equal(listed.json.length, 19);
});

t.test('the document describes each answer', async (t) => {
  const { url } = await servedPlay(t, where(t));
  const ada = new Guest(url);
  const { json: document } = await ada.ask('GET', 'openapi.json');
  const ajv = new Ajv2020({ strict: false });
  const valid = async (method: string, path: string, at: string, body?: unknown) => {
    const { status, json, text } = await ada.ask(method, at, body);
    const answers = document.paths[path][method.toLowerCase()].responses;
    const schema = answers[status]?.content['application/json']?.schema;
    t.ok(
      schema && ajv.validate(schema, json),
      `${method} ${at}: ${status} ${text.slice(0, 80)} ${ajv.errorsText()}`,
    );
    return json;
  };
  const { key } = await valid('POST', '/games', 'games', { game: 'scrabble', seats: withBot });
  await until(async () => (await ada.view(key)).due.includes(1));
  await valid('GET', '/games', 'games');
  await valid('GET', '/games', 'games?state=none');
  await valid('GET', '/bots', 'bots?game=scrabble');
  await valid('GET', '/games/{key}', `games/${key}`);
  await valid('GET', '/games/{key}', 'games/none');
  await valid('POST', '/games/{key}/moves', `games/${key}/moves?check=1`, { pass: true });
  await valid('POST', '/games/{key}/moves', `games/${key}/moves`, { written: 'x' });
  await valid('POST', '/games/{key}/seen', `games/${key}/seen`, { roundTripMs: 20.5 });
  await valid('POST', '/games/{key}/join', `games/${key}/join`, {});
  await valid('POST', '/games/{key}/claim', `games/${key}/claim`, {});
  await valid('GET', '/games/{key}/record', `games/${key}/record`);
  const foreign = await fetch(new URL('games', url), {
    method: 'POST',
    body: '{}',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  t.equal(foreign.status, 403, 'a page of another site');
});

t.test(
  'a move that the database does not take is not made, and the game goes on from what is stored',
  async (t) => {
    const { url, tables, store } = await servedPlay(t, where(t), { mayFail: true });
    const ada = new Guest(url);
    const { key } = await created(ada);
    await until(async () => (await ada.view(key)).due.includes(1));
    const before = await ada.view(key);
    const { addInput } = store;
    store.addInput = async () => {
      throw new DatabaseFailure('it is away');
    };
    const { events } = await ada.follow(key);
    const lost = await ada.ask('POST', `games/${key}/moves`, { pass: true });
    t.ok(lost.status >= 500, lost.text);
    await until(() => Number(/in_memory (\d+)/.exec(tables.metrics().join('\n'))?.[1]) === 0);
    store.addInput = addInput;
    const still = ({ version, seats, ...view }: GameView) => view;
    t.strictSame(still(await ada.view(key)), still(before));
    t.match((await ada.ask('POST', `games/${key}/moves`, { pass: true })).json, { ok: true });
    t.ok(events.length > 0);
    const bot = await created(ada, [{ is: 'person' }, { is: 'bot', name: 'best' }]);
    store.addInput = async (of, input) => {
      if (input.seat === 2) throw new DatabaseFailure('it is away');
      await addInput.call(store, of, input);
    };
    await ada.ask('POST', `games/${bot.key}/moves`, { pass: true });
    store.addInput = addInput;
    await until(async () => (await ada.view(bot.key)).due.includes(1));
  },
);

t.test('a server that ends makes no move that it does not store', async (t) => {
  const { url, tables } = await servedPlay(t, where(t));
  const ada = new Guest(url);
  const { key } = await created(ada);
  await until(async () => (await ada.view(key)).due.includes(1));
  await tables[Symbol.asyncDispose]();
  const { status, json } = await ada.ask('POST', `games/${key}/moves`, { pass: true });
  t.match({ status, json }, { status: 503, json: { problem: /./ } });
});

t.test('an address has few games at once, whatever its cookies, and others play on', async (t) => {
  const time = Date.parse('2026-01-01');
  let days = 0;
  const now = () => time + days * 86_400_000;
  const limits = { isLimited: true, isBehindProxy: true, mostOfAddress: 3, mayFail: true, now };
  const path = where(t);
  const first = await servedPlay(t, path, limits);
  const other = new Guest(first.url);
  const from = (address: string) => Object.assign(new Guest(other.url), { address });
  const create = async (guest: Guest) =>
    await guest.ask('POST', 'games', { game: 'scrabble', seats: withFriend });
  const flood = [from('2001:db8::1'), from('2001:db8::2'), from('2001:db8::3')];
  const keys: string[] = [];
  for (const guest of flood) {
    const { status, json } = await create(guest);
    t.equal(status, 201);
    keys.push(json.key);
  }
  t.match(await create(from('2001:db8::4')), {
    status: 429,
    json: { problem: '2001:db8::4 has too many games that are not over: finish one of them' },
  });
  const away = from('192.0.2.1');
  t.equal((await create(away)).status, 201, 'another address creates games');
  const { add } = first.store;
  first.store.add = async () => {
    throw new DatabaseFailure('it is away');
  };
  for (let failed = 0; failed < 3; failed++) t.ok((await create(from('192.0.2.2'))).status >= 500);
  first.store.add = add;
  await until(async () => (await create(from('192.0.2.2'))).status === 201);
  const friend = from('192.0.2.9');
  await friend.ask('POST', `games/${keys[0]}/join`, {});
  await until(async () => {
    for (const guest of [flood[0]!, friend])
      await guest.ask('POST', `games/${keys[0]}/moves`, { forfeit: true });
    return (await flood[0]!.view(keys[0]!)).state === 'over';
  });
  await until(async () => (await create(from('2001:db8::5'))).status === 201);
  await until(async () => {
    const { status, text } = await create(from('2001:db8::6'));
    return status === 429 && text.includes('not over');
  });
  days = 15;
  await first.tables.sweep();
  await until(async () => (await create(from('2001:db8::7'))).status === 201);
  for (const guest of [from('2001:db8::8'), from('2001:db8::9')])
    await until(async () => (await create(guest)).status === 201);
  await first.close().catch(() => {});
  other.url = (await servedPlay(t, path, limits)).url;
  t.equal((await create(from('2001:db8::1'))).status, 201, 'after a restart only new games count');
});

t.test('an address creates few games a second, and a person is not called like a bot', async (t) => {
  const { url } = await servedPlay(t, where(t), { isLimited: true });
  const statuses: number[] = [];
  for (let made = 0; made < 8; made++) {
    const guest = new Guest(url);
    statuses.push((await guest.ask('POST', 'games', { game: 'scrabble', seats: withFriend })).status);
  }
  t.equal(statuses[0], 201);
  t.equal(statuses.at(-1), 429);
  const open = await servedPlay(t, where(t));
  const posing = [
    { is: 'person', name: 'EASY' },
    { is: 'bot', name: 'easy' },
  ];
  const { status, json } = await new Guest(open.url).ask('POST', 'games', {
    game: 'scrabble',
    seats: posing,
  });
  t.match({ status, json }, { status: 400, json: { problem: /EASY/ } });
});
