import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { run, start } from '../../cli/wordhost.ts';
import { until } from '../../support/until.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { Guest, turnOf, verified } from '../play/served-play.ts';

/** Passes each turn, and says on standard error what it is asked. Its first answer may come with its greeting. */
const BOT = `let [rest, out] = ['', 'ready\\n'];
process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('turn ')) continue;
    console.error('SECRET <b> ' + line);
    out += '@' + line.split(' ')[2] + ' pass\\n';
  }
  if (out !== '') process.stdout.write(out);
  out = '';
});`;

const seats = [{ is: 'person' }, { is: 'bot', name: 'mine' }];

async function served(t: Test, folder: string, names = ['scrabble:mine']) {
  const bot = `node ${join(folder, 'bot.mjs')}`;
  const words = [...names.flatMap((name) => ['--bot', `${name}=${bot}`]), '--bot', 'scrabble:dead=exit 3'];
  const { running, url } = await startedServe(t, join(folder, 'wordhost.db'), words);
  await until(() => running.stderr.includes('token for standard error'));
  const [, token = ''] = /token for standard error of bots: (\S+)/.exec(running.stderr) ?? [];
  return { running, token, url: `${url}api/v1/` };
}

async function pass(guest: Guest, key: string): Promise<void> {
  await turnOf(guest, key);
  const { status, text } = await guest.ask('POST', `games/${key}/moves`, { pass: true });
  if (status !== 200) throw new Error(text);
}

async function playOn(guest: Guest, key: string): Promise<void> {
  await until(async () => {
    const { state, due, you } = await guest.view(key);
    if (due.includes(you!)) await guest.ask('POST', `games/${key}/moves`, { pass: true });
    return state === 'over';
  });
}

t.test('a bot of the operator plays on the site; only the operator sees its standard error', async (t) => {
  const folder = t.testdir({ 'bot.mjs': BOT });
  const first = await served(t, folder);
  const guest = new Guest(first.url);
  const { key } = (await guest.ask('POST', 'games', { game: 'scrabble', seats })).json;
  const output = async (who: Guest) => await who.ask('GET', `games/${key}/output`);
  const operator = async ({ token, url }: { readonly token: string; readonly url: string }) => {
    const own = new Guest(url);
    t.equal((await own.ask('POST', 'operator', { token })).status, 200);
    return own;
  };
  t.match((await guest.ask('GET', '/bots')).text, '"name":"mine"');

  await t.test('what it writes is there while it plays', async (t) => {
    await pass(guest, key);
    const own = await operator(first);
    await until(async () => (await output(own)).json.seats[0]?.turns.length > 0);
    const [{ seat, turns }] = (await output(own)).json.seats;
    t.equal(seat, 2);
    t.match(turns[0], { turn: 1, lines: [/^SECRET <b> turn none \d+$/] });
    t.equal((await output(guest)).status, 401);
    for (const token of ['', 'x'.repeat(42), 7])
      t.equal((await guest.ask('POST', 'operator', { token })).status, 403, String(token));
    t.equal((await output(guest)).status, 401);
  });

  await t.test('after a kill of the server it is not asked again for what it has answered', async (t) => {
    await turnOf(guest, key);
    const before = await guest.view(key);
    first.running.child.kill('SIGKILL');
    const again = await served(t, folder);
    guest.url = again.url;
    t.strictSame((await guest.view(key)).moves, before.moves);
    await playOn(guest, key);
    const { moves, end } = await guest.view(key);
    t.equal(end!.reason, 'scoreless');
    const passes = moves.filter(({ seat, words }) => seat === 2 && /^pass/.test(words));
    t.equal(passes.length, 3);
    const own = await operator(again);
    const page = `/scrabble/games/${key}/analysis`;
    const [seen, unseen] = [await own.ask('GET', page), await guest.ask('GET', page)];
    t.ok(seen.text.length > unseen.text.length, 'its lines are beside the moves for the operator');
    for (const heard of guest.heard) t.notMatch(heard, /SECRET/);
    t.notMatch((await guest.ask('GET', `games/${key}/record`)).text, /SECRET/);
  });
});

t.test('the token of the operator may have any characters', async (t) => {
  const token = 'käse; "a"=%41, b token';
  const words = ['--bot', 'scrabble:dead=exit 3'];
  const env = { WORDHOST_SERVER_TOKEN: token };
  const { url } = await startedServe(t, join(t.testdir({}), 'wordhost.db'), words, env);
  const guest = new Guest(`${url}api/v1/`);
  t.equal((await guest.ask('POST', 'operator', { token })).status, 200);
  t.equal((await guest.ask('GET', 'games/none/output')).status, 200);
});

t.test('a bot of Boggle is at the tables of the site, and goes on after a kill of the server', async (t) => {
  const folder = t.testdir({ 'bot.mjs': BOT });
  const names = ['walker', 'boggle:mine', 'best', 'no/name'];
  const first = await served(t, folder, names);
  const guest = new Guest(first.url);
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const builtIn = ['beginner', 'easy', 'medium', 'hard', 'best'];
  t.same((await guest.ask('GET', 'bots?game=boggle')).json, [
    ...builtIn.map((name, index) => ({ name, game: 'boggle', strength: index + 1 })),
    ...['walker', 'mine'].map((name) => ({ name, game: 'boggle' })),
  ]);
  const ranked = await guest.ask('GET', '/boggle/user_rankings');
  t.same(namesOf(ranked.json.users).sort(), ['best', 'no/name', 'walker'], 'in the rankings of the seed');
  const page = (await guest.ask('GET', '/bots')).text;
  t.match(page, /"title":"Boggle","name":"walker".*"title":"Boggle","name":"mine"/);
  const against = (name: string) => ({
    ...{ game: 'boggle', options: { turns: '8' }, seats: [{ is: 'person' }, { is: 'bot', name }] },
  });
  const { key } = (await guest.ask('POST', 'games', against('walker'))).json;
  const other = (await guest.ask('POST', 'games', against('mine'))).json;
  await pass(guest, key);
  await turnOf(guest, key);
  const before = await guest.view(key);
  first.running.child.kill('SIGKILL');
  guest.url = (await served(t, folder, names)).url;
  t.strictSame((await guest.view(key)).moves, before.moves);
  for (const each of [key, other.key]) {
    await playOn(guest, each);
    const { moves, end } = await guest.view(each);
    t.equal(end!.reason, 'turns-used');
    t.equal(moves.filter(({ seat, words }) => seat === 2 && /^pass/.test(words)).length, 4);
  }
  for (const heard of guest.heard) t.notMatch(heard, /SECRET/);
});

/** Guesses at once what is no word. Only the second time it comes to the end. */
const GUESSER = `import { existsSync, writeFileSync } from 'node:fs';
const marker = process.argv[1] + '.begun';
let [text, said] = ['', 0];
const steps = [[/^end$/m, () => 'ready\\n'], [/^start$/m, () => {
  const isSecond = existsSync(marker);
  writeFileSync(marker, '');
  const guesses = [...'ABCDEFGHIJ'].map((letter) => 'guess QQ' + letter + '\\n');
  console.error('SECRET guessed');
  return isSecond ? guesses.join('') + 'done\\n' : guesses.slice(0, 5).join('');
}]];
process.stdin.on('data', (bytes) => {
  text += bytes;
  while (steps[said]?.[0].test(text)) process.stdout.write(steps[said++][1]());
});`;

t.test(
  'by the classic rules a bot guesses at once, and after a kill of the server nothing twice',
  async (t) => {
    const folder = t.testdir({ 'bot.mjs': GUESSER });
    const first = await served(t, folder, ['boggle:mine']);
    const [guest, operator] = [new Guest(first.url), new Guest(first.url)];
    await operator.ask('POST', 'operator', { token: first.token });
    const { key } = (
      await guest.ask('POST', 'games', { game: 'boggle', options: { rules: 'classic' }, seats })
    ).json;
    await until(async () => (await operator.ask('GET', `games/${key}/output`)).text.includes('guessed'));
    const before = await guest.view(key);
    t.match(before, { pace: 'round', moves: [{ lines: [] }], hand: { words: [] } });
    first.running.child.kill('SIGKILL');
    await first.running.ended;
    guest.url = (await served(t, folder, ['boggle:mine'])).url;
    t.match(await guest.view(key), { moves: before.moves, version: /\d/ });
    t.match((await guest.ask('POST', `games/${key}/moves`, { done: true })).json, { ok: true });
    await until(async () => (await guest.view(key)).state === 'over');
    t.match((await guest.view(key)).end, { reason: 'played-out' });
    const record = (await guest.ask('GET', `games/${key}/record`)).text;
    t.match(verified(record), { ok: true, complete: true });
    const guesses = [...record.matchAll(/"type":"guess","seat":2,"word":"(QQ[A-J])"/g)].map(
      ([, word]) => word,
    );
    t.same(
      guesses,
      [...'ABCDEFGHIJ'].map((letter) => `QQ${letter}`),
    );
    t.notMatch(record, '"type":"late"');
    for (const heard of guest.heard.slice(0, -1)) t.notMatch(heard, /SECRET|QQ[A-J]/);
  },
);

t.test('a bot that does not start has lost, and the server plays on', async (t) => {
  const { url } = await served(t, t.testdir({ 'bot.mjs': BOT }));
  const guest = new Guest(url);
  const [, dead] = [seats[0], { is: 'bot', name: 'dead' }];
  const { key } = (await guest.ask('POST', 'games', { game: 'scrabble', seats: [seats[0], dead] })).json;
  await playOn(guest, key);
  t.strictSame((await guest.view(key)).end!.winners, [1]);
  t.equal((await guest.ask('POST', 'games', { game: 'scrabble', seats })).status, 201);
});

t.test('a bot that does not come back after a kill of the server interrupts its game', async (t) => {
  const folder = t.testdir({ 'bot.mjs': BOT });
  const first = await served(t, folder);
  const guest = new Guest(first.url);
  const { key } = (await guest.ask('POST', 'games', { game: 'scrabble', seats })).json;
  await pass(guest, key);
  await until(async () => (await guest.view(key)).moves.length > 1);
  first.running.child.kill('SIGKILL');
  await first.running.ended;
  writeFileSync(join(folder, 'bot.mjs'), 'process.exit(7);');
  guest.url = (await served(t, folder)).url;
  await until(async () => (await guest.view(key)).end !== undefined);
  const sentence =
    'No winner: mine did not come back after a pause of the game: it has ended (exit status 7)';
  t.match((await guest.view(key)).end, { reason: 'interrupted', winners: [], sentence });
  const record = (await guest.ask('GET', `games/${key}/record`)).text;
  t.match(verified(record), { ok: true, complete: true });
  writeFileSync(join(folder, 'game.jsonl'), record);
  const replayed = await run(['replay', '--verify', join(folder, 'game.jsonl')]);
  t.match(replayed, { status: 0 });
});

t.test('a wrong name or command of a bot is a usage error', async (t) => {
  for (const [bot, problem] of [
    ['scrabble:=x', /a name of 1 to 30/],
    ['scrabble:mine=', /GAME:NAME=COMMAND|scrabble:NAME=COMMAND/],
    ['scrabble:best=x', /another name than best/],
    ['scrabble:<b>=x', /a name of 1 to 30/],
    ['boggle:easy=x', /another name than easy/],
    ['bananagrams:hard=x', /another name than hard/],
  ] as const) {
    const running = start([
      'serve',
      '--listen',
      '127.0.0.1:0',
      '--store',
      join(t.testdir(), 'x.db'),
      '--bot',
      bot,
    ]);
    t.equal((await running.ended).status, 2, bot);
    t.match(running.stderr, problem, bot);
  }
});
