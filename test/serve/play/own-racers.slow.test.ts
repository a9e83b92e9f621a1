import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openOwnBots } from '../../../host/cli/games/own-bots.ts';
import type { Result } from '../../../host/events/result.ts';
import type { RaceHand } from '../../../host/games/bananagrams/tile-grid.ts';
import { processSeats } from '../../../host/seats/process/process-seats.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { resultsOf, run } from '../../cli/wordhost.ts';
import { hostingFor } from '../../seats/sitting.ts';
import { until } from '../../support/until.ts';
import { braked, servedRacers as served } from './braked-racers.ts';
import { HOSTILE, ways } from './hostile-racers.ts';
import { solver } from './racing-person.ts';
import { Guest, servedPlay, verified } from './served-play.ts';

const person = { is: 'person', name: 'Ada' };

async function madeGame(guest: Guest, bots: readonly string[], hand: string): Promise<string> {
  const seats = [person, ...bots.map((name) => ({ is: 'bot', name }))];
  const { json, text } = await guest.ask('POST', 'games', { game: 'bananagrams', options: { hand }, seats });
  if (json.key === undefined) throw new Error(text);
  return json.key;
}

/** Peels, dumps and late peels. */
const movesOf = ({ moves }: GameView, seat: number) => moves.filter((move) => move.seat === seat).length;

/** The person makes a move while it has made fewer than each bot, until `holds`, or to the end. */
async function race(
  guest: Guest,
  key: string,
  solve: ReturnType<typeof solver>,
  holds: (view: GameView) => boolean = () => false,
): Promise<GameView> {
  let seen: GameView | undefined;
  await until(async () => {
    const view = await guest.view(key);
    seen = view;
    if (view.end || holds(view)) return true;
    const own = movesOf(view, view.you!);
    const isBehind = view.seats.every(({ seat }) => seat === view.you || movesOf(view, seat) > own);
    if (isBehind && view.due.includes(view.you!))
      await guest.ask('POST', `games/${key}/moves`, solve(view.hand as RaceHand));
    return false;
  });
  return seen!;
}

async function isRight(t: Test, guest: Guest, key: string): Promise<void> {
  t.match(verified((await guest.ask('GET', `games/${key}/record`)).text), { ok: true, complete: true });
}

t.test(
  'a person races against an example bot of each dialect, and the server is killed in between',
  async (t) => {
    const { folder, commands, brake, release } = braked(t);
    let { running, url } = await served(t, folder, commands);
    const guest = new Guest(url);
    for (const name of Object.keys(commands))
      await t.test(name, async (each) => {
        brake();
        const key = await madeGame(guest, [name], '60');
        const solve = solver();
        const before = await race(guest, key, solve, (view) => movesOf(view, 2) > 2);
        each.equal(before.end, undefined);
        running.child.kill('SIGKILL');
        await running.ended;
        ({ running, url } = await served(t, folder, commands));
        guest.url = url;
        each.strictSame((await guest.view(key)).moves, before.moves);
        release();
        const view = await race(guest, key, solve);
        each.equal(view.end?.reason, 'bunch-empty');
        each.equal(view.end?.winners.length, 1);
        each.ok(movesOf(view, 2) > movesOf(before, 2), 'the bot goes on');
        each.ok(movesOf(view, 1) > movesOf(before, 1), 'so does the person');
        await isRight(each, guest, key);
      });
  },
);

t.test('two bots of the operator race against a person', async (t) => {
  const { folder, commands, release } = braked(t);
  const { url } = await served(t, folder, commands);
  const guest = new Guest(url);
  const key = await madeGame(guest, ['python', 'c'], '30');
  const solve = solver();
  const haveMoved = (view: GameView) => [1, 2, 3].every((seat) => movesOf(view, seat) > 0);
  t.ok(haveMoved(await race(guest, key, solve, haveMoved)));
  release();
  const view = await race(guest, key, solve);
  t.equal(view.end?.reason, 'bunch-empty');
  await isRight(t, guest, key);
});

const fault = ({ outcome, cause, offence }: Result['players'][number]) => {
  const { kind, rule, at, unit } = offence ?? {};
  // The limits of the terminal are in bytes.
  return { outcome, cause, kind, rule, ...(kind !== 'flood' && { at, unit }) };
};

t.test('a bot that is wrong in some way is judged as in the terminal', async (t) => {
  const folder = t.testdir({ 'bot.mjs': HOSTILE });
  const names = Object.keys(ways);
  const commands = Object.fromEntries(names.map((name) => [name, `node ${join(folder, 'bot.mjs')} ${name}`]));
  const { running, url } = await served(t, folder, commands);
  const guest = new Guest(url);
  for (const name of names)
    await t.test(name, async (t) => {
      const options = [
        '--json',
        '--hand',
        '70',
        '--stall',
        '0',
        '--max-output',
        name === 'flood' ? '64K' : '4M',
      ];
      const terminal = await run(['bananagrams', ...options, 'printf n; cat >/dev/null', commands[name]!]);
      const [inTerminal] = resultsOf(terminal);
      const key = await madeGame(guest, [name], '70');
      await until(async () => (await guest.view(key)).end !== undefined);
      t.strictSame((await guest.view(key)).end?.winners, [1]);
      const record = await guest.ask('GET', `games/${key}/record`);
      const { result } = JSON.parse(record.text.trim().split('\n').at(-1)!) as { result: Result };
      const ofBot = ({ players }: Result) =>
        players.find(({ name }) => name !== 'Ada' && !name.startsWith('printf'))!;
      t.strictSame(fault(ofBot(result)), fault(ofBot(inTerminal!)));
      await isRight(t, guest, key);
    });
  t.equal(running.child.exitCode, null);
});

/** Plays badly after a restart: the file is there then. Before, it says its ready and half a message. */
const RETURNING = `import { existsSync } from 'node:fs';
const [way, file] = process.argv.slice(2);
const isBack = existsSync(file);
if (isBack && way === 'ends') process.exit(5);
if (!isBack || way !== 'silent') process.stdout.write(isBack && way === 'other' ? 'r' : 'n');
process.stdin.once('data', (hand) => {
  if (isBack && way === 'ends-later') process.exit(6);
  if (isBack && way === 'goes-on') process.stdout.write('d' + String(hand)[0]);
  if (!isBack) process.stdout.write('p0010020');
  console.error('dealt ' + hand);
});
process.stdin.on('end', () => process.exit(0)).resume();`;

t.test('a bot that does not come back after a kill of the server interrupts its game', async (t) => {
  const folder = t.testdir({ 'bot.mjs': RETURNING });
  const file = join(folder, 'back');
  const ends = {
    ends: /^No winner: ends did not come back after a pause of the game: it has ended \(exit status 5\)$/,
    'ends-later': /it has ended \(exit status 6\)$/,
    other: /it begins in another way than before$/,
    silent: /it is not ready in time$/,
  } as const;
  const ways = [...Object.keys(ends), 'goes-on'];
  const commands = Object.fromEntries(
    ways.map((way) => [way, `node ${join(folder, 'bot.mjs')} ${way} ${file}`]),
  );
  let { running, url } = await served(t, folder, commands);
  const guest = new Guest(url);
  const keys = await Promise.all(ways.map(async (way) => [way, await madeGame(guest, [way], '21')] as const));
  const isDealt = async (key: string) => (await guest.view(key)).due.length > 0;
  for (const [, key] of keys) await until(async () => await isDealt(key));
  running.child.kill('SIGKILL');
  await running.ended;
  writeFileSync(file, '');
  ({ running, url } = await served(t, folder, commands));
  guest.url = url;
  for (const [way, key] of keys) {
    if (way === 'goes-on') {
      // Half of its message before the kill is not before its next one.
      await until(async () => movesOf(await guest.view(key), 2) > 0);
      t.equal((await guest.view(key)).end, undefined);
      continue;
    }
    await until(async () => (await guest.view(key)).end !== undefined);
    const { end } = await guest.view(key);
    t.match(end, { reason: 'interrupted', sentence: ends[way as keyof typeof ends], winners: [] }, way);
    await isRight(t, guest, key);
  }
});

/** Says what it hears on standard error, and leaves after three messages. */
const TALKATIVE = `let count = 0;
process.stdout.write('n');
process.stdin.on('data', (bytes) => {
  for (const message of String(bytes).split('.').slice(0, -1)) {
    console.error('SECRET ' + message);
    if (++count === 3) process.exit(0);
    process.stdout.write('d' + message.at(-1));
  }
});`;

interface SeatOutput {
  readonly seat: number;
  readonly turns: readonly { readonly turn: number; readonly lines: readonly string[] }[];
}

t.test('the operator sees what a racing bot writes to standard error, by what it was told', async (t) => {
  const folder = t.testdir({ 'bot.mjs': TALKATIVE });
  const { url, token } = await served(t, folder, { mine: `node ${join(folder, 'bot.mjs')}` });
  const [guest, operator] = [new Guest(url), new Guest(url)];
  t.equal((await operator.ask('POST', 'operator', { token })).status, 200);
  t.match((await guest.ask('GET', '/bots')).text, '"game":"bananagrams","title":"Bananagrams","name":"mine"');
  t.same((await guest.ask('GET', 'bots?game=bananagrams')).json.at(-1), {
    name: 'mine',
    game: 'bananagrams',
  });
  const key = await madeGame(guest, ['mine'], '21');
  await until(async () => (await guest.view(key)).end !== undefined);
  const { seats } = (await operator.ask('GET', `games/${key}/output`)).json;
  const letters = (line: string) => line.replace(/[A-Z]+$/, (drawn) => `${drawn.length} letters`);
  const written = (seats as readonly SeatOutput[]).map(({ seat, turns }) => ({
    seat,
    turns: turns.map(({ turn, lines }) => [turn, lines.map(letters)]),
  }));
  t.strictSame(written, [
    {
      seat: 2,
      turns: [
        [1, ['SECRET 21 letters']],
        [2, ['SECRET d3 letters']],
        [3, ['SECRET d3 letters']],
      ],
    },
  ]);
  const page = `/bananagrams/games/${key}/analysis`;
  const [seen, unseen] = [await operator.ask('GET', page), await guest.ask('GET', page)];
  t.ok(seen.text.length > unseen.text.length, 'its lines are in the analysis of the operator');
  for (const heard of guest.heard) t.notMatch(heard, /SECRET/);
});

/** Notes that it was started, and leaves when it is dealt tiles. */
const LEAVING = `import { appendFileSync } from 'node:fs';
appendFileSync(process.argv[2], 'started ');
process.stdout.write('n');
process.stdin.once('data', () => process.exit(0));`;

t.test('a bot that has left a race does not start again with the server', async (t) => {
  const { folder, commands } = braked(t);
  const [bot, starts] = [join(folder, 'leaving.mjs'), join(folder, 'starts')];
  writeFileSync(bot, LEAVING);
  const all = { ...commands, leaving: `node ${bot} ${starts}` };
  const first = await served(t, folder, all);
  const guest = new Guest(first.url);
  const key = await madeGame(guest, ['leaving', 'c'], '21');
  const hasLeft = ({ moves }: GameView) => moves.some(({ seat, words }) => seat === 2 && /left/.test(words));
  await until(async () => hasLeft(await guest.view(key)));
  await race(guest, key, solver(), (view) => movesOf(view, 1) > 0);
  first.running.child.kill('SIGKILL');
  await first.running.ended;
  const { url } = await served(t, folder, all);
  guest.url = url;
  const before = movesOf(await guest.view(key), 3);
  await until(async () => movesOf(await guest.view(key), 3) > before);
  t.equal((await guest.view(key)).end, undefined);
  t.equal(readFileSync(starts, 'utf8'), 'started ');
});

t.test('a race waits for a place for its bot after a restart', async (t) => {
  const { folder, commands, release } = braked(t);
  const one = await served(t, folder, commands);
  const guest = new Guest(one.url);
  const keys = [await madeGame(guest, ['c'], '60'), await madeGame(guest, ['c'], '60')] as const;
  for (const key of keys) await until(async () => movesOf(await guest.view(key), 2) > 2);
  one.running.child.kill('SIGKILL');
  await one.running.ended;
  const two = await served(t, folder, commands, ['--bot-processes', '1']);
  guest.url = two.url;
  await guest.view(keys[0]);
  await until(async () => {
    await guest.view(keys[1]);
    return two.running.stderr.includes('the server already runs 1 bots');
  });
  release();
  for (const key of keys) {
    await until(async () => (await guest.view(key)).end !== undefined);
    t.match((await guest.view(key)).end, { reason: 'bunch-empty', winners: [2] });
    await isRight(t, guest, key);
  }
});

/** Is ready, dumps its first tile when it is dealt a hand, and then does nothing. */
const SILENT = `process.stdout.write('n');
process.stdin.once('data', (hand) => process.stdout.write('d' + String(hand)[0])).resume();`;

/** A server with one place for the silent bot, and a clock of its own. */
async function onePlace(t: Test, more: { mayFail?: boolean } = {}) {
  const folder = t.testdir({ 'bot.mjs': SILENT });
  let time = Date.parse('2026-01-01');
  const processes = processSeats({ ...hostingFor('off'), commandFolder: undefined });
  const own = new Map([['bananagrams', new Map([['silent', `node ${join(folder, 'bot.mjs')}`]])]]);
  const { games, free } = openOwnBots(own, 1, () => processes);
  const { url, tables } = await servedPlay(t, join(folder, 'wordhost.db'), {
    ...{ games, freeBots: free, now: () => time },
    ...more,
  });
  const guest = new Guest(url);
  const dumps = async (key: string) => movesOf(await guest.view(key), 2);
  return { guest, tables, dumps, pass: (minutes: number) => void (time += minutes * 60_000) };
}

t.test('an abandoned race frees the place of its bot, which comes back with its reader', async (t) => {
  const { guest, tables, dumps, pass } = await onePlace(t);
  const first = await madeGame(guest, ['silent'], '21');
  await until(async () => (await dumps(first)) > 0);
  const { moves } = await guest.view(first);
  pass(6);
  await tables.sweep();
  const second = await madeGame(guest, ['silent'], '21');
  await until(async () => (await dumps(second)) > 0);
  pass(6);
  await tables.sweep();
  t.strictSame((await guest.view(first)).moves, moves);
  await until(async () => (await dumps(first)) > 1);
});

t.test('a game takes the place of a bot in whose game nothing happens', async (t) => {
  const { guest, dumps, pass } = await onePlace(t, { mayFail: true });
  const first = await madeGame(guest, ['silent'], '21');
  await until(async () => (await dumps(first)) > 0);
  const wanted = { game: 'bananagrams', seats: [person, { is: 'bot', name: 'silent' }] };
  const { status, text } = await guest.ask('POST', 'games', wanted);
  t.equal(status, 429, 'the first game has a place, and has just been looked at');
  t.match(text, /other games.*built-in bot/);
  pass(1);
  const second = await madeGame(guest, ['silent'], '21');
  await until(async () => (await dumps(second)) > 0);
  const before = await dumps(first);
  pass(1);
  // It finds no place, and then that of the second game.
  await until(async () => (await dumps(first)) > before);
  for (const key of [first, second]) t.equal((await guest.view(key)).end, undefined, 'nobody is to blame');
});

t.test('races go on through many kills of the server, whatever half messages there are', async (t) => {
  const { folder, halves } = braked(t);
  let { running, url } = await served(t, folder, halves);
  const guest = new Guest(url);
  const keys = [await madeGame(guest, ['python'], '50'), await madeGame(guest, ['c', 'ruby'], '36')];
  const views = async () => await Promise.all(keys.map(async (key) => await guest.view(key)));
  const count = async () => (await views()).reduce((sum, { moves }) => sum + moves.length, 0);
  let before = 0;
  for (let kill = 0; kill < 6; kill++) {
    await until(async () => (await count()) > before + 2 || (await views()).every(({ end }) => end));
    before = await count();
    running.child.kill('SIGKILL');
    await running.ended;
    ({ running, url } = await served(t, folder, halves));
    guest.url = url;
    t.ok((await count()) >= before, 'no move is lost');
  }
  for (const key of keys) {
    await until(async () => (await guest.view(key)).end !== undefined);
    const { end, moves } = await guest.view(key);
    t.equal(end?.reason, 'bunch-empty', JSON.stringify([end, moves.slice(-6)]));
    await isRight(t, guest, key);
  }
});
