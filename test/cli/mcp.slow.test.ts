import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import t, { type Test } from 'tap';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import { chanceFrom } from '../../host/bots/chance.ts';
import { ruleSetNames } from '../../host/games/scrabble/rule-sets.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { readProc } from '../../host/seats/process/processes/proc.ts';
import { hostCache } from '../support/caches.ts';
import { processesWith } from '../support/programs.ts';
import { say } from './in-process.ts';
import { binary, MARKER, until } from './wordhost.ts';

interface Session extends AsyncDisposable {
  readonly client: Client;
  readonly marker: string;
  /** The text of a tool's answer. */
  call(name: string, input?: object): Promise<string>;
}

let sessions = 0;
const temporary = t.testdir();
const gamesFolders = () => readdirSync(temporary).filter((name) => name.startsWith('wordhost-games-'));

async function open(...args: readonly string[]): Promise<Session> {
  const marker = `mcp-${process.pid}-${++sessions}`;
  const env = { PATH: process.env.PATH!, XDG_CACHE_HOME: hostCache, TMPDIR: temporary, [MARKER]: marker };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', ...args],
    env,
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    marker,
    async call(name, input = {}) {
      const answer = await client.callTool({ name, arguments: { ...input } });
      const [content] = answer.content as readonly { readonly text: string }[];
      return `${answer.isError ? 'refused: ' : ''}${content!.text}`;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const keyIn = (text: string) => /^key: (.*)$/m.exec(text)![1]!;

/** Plays to the end, with the first of these moves that is legal. */
async function play(t: Test, { call }: Session, start: object, movesIn: (text: string) => readonly string[]) {
  let text = await call('start_game', start);
  const key = keyIn(text);
  for (let turn = 0; turn < 200 && !text.includes('The game is over'); turn++) {
    let made = 'refused';
    for (const move of movesIn(text)) {
      made = await call('make_move', { key, move });
      if (!made.startsWith('refused')) break;
    }
    if (made.startsWith('refused')) made = await call('get_position', { key });
    text = made;
  }
  t.match(text, /The game is over \([\w-]+\): you have/);
  const [, record] = /^Record: (.*)$/m.exec(text) ?? [];
  return { key, record: record! };
}

/** The processes of a session: strict players have no marker, but a file that is named after it. */
const commandsWith = (marker: string) =>
  [...new Set([...processesWith(`${MARKER}=${marker}`), ...processesWith(`-${marker}.sh`, 'cmdline')])].map(
    (pid) => (readProc(`${pid}/cmdline`) ?? '').replaceAll('\0', ' '),
  );

const gone = async (marker: string) => {
  await until(
    () => commandsWith(marker).length === 0,
    () => `these run on: ${commandsWith(marker).join(', ')}`,
  );
};

t.test('a whole game of each kind, two at once, analyzed and verified', async (t) => {
  const english = loadLexicon('english');
  if (!english.ok) throw new Error(english.problem);
  const { lexicon } = english;
  const folder = t.testdir();
  await using session = await open('--folder', folder, '--record', join(folder, 'games'));
  const { tools } = await session.client.listTools();
  t.strictSame(tools.map(({ name }) => name).sort(), [
    ...['analyze_game', 'check_bot', 'check_move', 'compare_bots', 'get_position', 'judge', 'make_move'],
    ...['moves', 'replay', 'start_game'],
  ]);
  const [scrabble, boggle] = await Promise.all([
    play(t, session, { game: 'scrabble', opponent: 'best', seed: 'a' }, () => ['pass']),
    play(t, session, { game: 'boggle', seed: 'b', options: { turns: '6' } }, () => ['XQZ', 'pass']),
  ]);
  const started = { game: 'bananagrams', opponent: 'beginner', seed: 'c' };
  const banana = await play(t, session, started, (text) => {
    const [, tiles = ''] = /^Your tiles: (.*)$/m.exec(text) ?? [];
    const solver = new Solver(lexicon, chanceFrom('1'));
    solver.give(tiles);
    while (!solver.complete && solver.tries < 2000) solver.step();
    return solver.complete ? [solver.rows().join('/')] : [`dump ${tiles[0]}`];
  });
  for (const { key, record } of [scrabble, boggle, banana]) {
    t.match(await session.call('replay', { record: key, verify: true }), /verified\. All \d+ decisions/);
    t.match(await say(['replay', '--verify', record]), { status: 0 });
  }
  t.match(
    await session.call('analyze_game', { record: scrabble.key }),
    /points lost per move[\s\S]*Record: /,
  );
});

t.test('an assistant learns no hand, no hidden guess and no seed of a game that runs', async (t) => {
  const folder = t.testdir();
  await using session = await open('--folder', folder, '--record', join(folder, 'games'));
  const hand = /"(?:rack|tiles|drew)":"([A-Z?]{3,})"/g;
  const cases = [
    ...ruleSetNames.map((rules) => ({ game: 'scrabble', options: { rules }, acts: 'play', secret: hand })),
    { game: 'bananagrams', options: { hand: '7' }, acts: 'peel', secret: hand },
    { game: 'boggle', options: { rules: 'turns' }, acts: 'guess', secret: undefined },
    {
      game: 'boggle',
      options: { rules: 'classic' },
      acts: 'done',
      secret: /"type":"guess","seat":2,"word":"([A-Z]{4,})"/g,
    },
  ];
  for (const { game, options, acts, secret } of cases) {
    const name = `${game} ${JSON.stringify(options)}`;
    const told = [await session.call('start_game', { game, opponent: 'best', options })];
    const key = keyIn(told[0]!);
    for (const record of [`games/${key}.jsonl`, 'games', '.', key]) {
      const answers = [
        await session.call('replay', { record }),
        await session.call('analyze_game', { record }),
      ];
      for (const answer of answers) t.match(answer, /^refused: .*not over/, `${name}: ${record}`);
      told.push(...answers);
    }
    const record = () => readFileSync(join(folder, `games/${key}.jsonl`), 'utf8');
    let left = 3;
    await until(
      async () => {
        const mayPass = acts === 'play' || acts === 'guess';
        const text = mayPass
          ? await session.call('make_move', { key, move: 'pass' })
          : await session.call('get_position', { key });
        const isOver = text.includes('The game is over');
        if (!isOver) told.push(text);
        if (record().includes(`"type":"${acts}","seat":2`)) left--;
        return isOver || left === 0;
      },
      () => `the opponent does nothing: ${told.at(-1)}`,
    );
    const of = record()
      .split('\n')
      .filter((line) => line.includes('"seat":2'))
      .join('\n');
    const secrets = secret ? [...of.matchAll(secret)].map(([, found]) => found!) : [];
    t.equal(secrets.length > 0, secret !== undefined, `${name}: ${secrets.length} to look for`);
    const text = told.join('\n');
    const words = new Set(text.match(/[A-Z?]+/g));
    t.same(
      secrets.filter((found) => words.has(found)),
      [],
      name,
    );
    t.notOk(text.includes(/"seed":"([^"]*)"/.exec(record())![1]!), `${name}: the seed`);
  }
});

t.test('a move is checked, refused with the reason, and brings what was said', async (t) => {
  await using session = await open('--folder', t.testdir());
  const start = {
    game: 'scrabble',
    opponent: 'beginner',
    seed: '1',
    options: { first: '1', draws: 'CATDOGSAEIRSTL' },
  };
  const text = await session.call('start_game', start);
  t.match(text, /Your tiles: ACDGOST/);
  const key = keyIn(text);
  t.match(await session.call('replay', { record: key }), /^refused: record: .*not over/);
  t.equal(await session.call('check_move', { key, move: '8H CAT' }), '10 points: CAT 10');
  t.match(await session.call('check_move', { key, move: '8H TAC' }), /^not legal: TAC/);
  t.match(await session.call('make_move', { key, move: '8H TAC' }), /^refused: not played: TAC/);
  t.match(await session.call('make_move', { key, move: '8H CAT' }), /plays CAT for 10[\s\S]*2 beginner/);
  const wrong: readonly (readonly [name: string, input: object, says: RegExp])[] = [
    ['make_move', { key: 'x', move: 'pass' }, /^refused: key: expected a key of start_game; got "x"/],
    ['make_move', { key: 'x'.repeat(21), move: 'pass' }, /^refused: key: there is no game/],
    ['make_move', { key }, /^refused: move: expected .*; got nothing/],
    ['check_move', { key, move: 'A'.repeat(5000) }, /^refused: move: expected/],
    ['start_game', { game: 'chess' }, /^refused: game: expected/],
    [
      'start_game',
      { game: 'boggle', opponent: 'rm -rf /' },
      /^refused: opponent: expected one of beginner, /,
    ],
    [
      'start_game',
      { game: 'scrabble', options: { board: '/etc/passwd' } },
      /^refused: options: board: expected a built-in name/,
    ],
    [
      'start_game',
      { game: 'scrabble', options: { speed: '1' } },
      /^refused: options: Scrabble has no option speed/,
    ],
    ['no_such_tool', {}, /^refused: expected a tool of /],
  ];
  for (const [name, input, says] of wrong) t.match(await session.call(name, input), says);
});

t.test('tools run only what is in the folder, links included', async (t) => {
  const bot = '#!/bin/sh\necho ready; while read -r word _; do [ "$word" = turn ] && echo pass; done\n';
  const folder = t.testdir({ outside: { 'bot.sh': bot, 'secret.txt': 'CAT\n' }, inside: { 'bot.sh': bot } });
  const inside = join(folder, 'inside');
  symlinkSync('../outside/bot.sh', join(inside, 'link.sh'));
  symlinkSync('../outside', join(inside, 'linked'));
  mkdirSync(join(inside, 'empty'));
  writeFileSync(join(inside, 'words.txt'), 'CAT\nDOG\n');
  await using session = await open('--folder', inside);
  const refused = [
    ...['sh ../outside/bot.sh', 'sh link.sh', 'sh linked/bot.sh', `sh ${join(folder, 'outside', 'bot.sh')}`],
    ...[
      'sh -c ls',
      'ls',
      '/bin/ls',
      './empty',
      'bot.sh',
      'sh bot.sh; ls',
      'sh bot.sh > x',
      'sh "bot.sh"',
      'sh $HOME',
    ],
    ...['sh bot.sh --words=../outside/secret.txt', 'env sh bot.sh', 'wordhost player greedy', ''],
  ];
  for (const command of refused) {
    t.match(await session.call('check_bot', { game: 'scrabble', command }), /^refused: .*expected /, command);
    const bots = { game: 'scrabble', new: 'sh bot.sh', old: command, games: 2 };
    t.match(await session.call('compare_bots', bots), /^refused: .*expected /, command);
  }
  t.match(
    await session.call('check_bot', { game: 'scrabble', command: 'sh bot.sh' }),
    /ok[\s\S]*exit status \d/,
  );
  t.match(
    await session.call('compare_bots', {
      game: 'scrabble',
      new: 'sh bot.sh',
      old: 'beginner',
      games: 2,
      seed: '1',
    }),
    /2 games[\s\S]*\(exit status 0\)/,
  );
  const judged = (...words: string[]) => session.call('judge', { game: 'scrabble', arguments: words });
  t.match(await judged('--dictionary', 'words.txt', '8H CAT'), /10[\s\S]*\(exit status 0\)/);
  t.match(await judged('--dictionary', 'linked/secret.txt', '8H CAT'), /^refused: .*expected.*folder/);
  t.match(await judged('--dictionary=../outside/secret.txt', '8H CAT'), /^refused: .*expected.*folder/);
  t.match(await judged('--config', 'words.txt', '8H CAT'), /^refused: .*--config cannot be set here/);
  t.match(await session.call('replay', { record: '/etc/passwd' }), /^refused: .*expected.*folder/);
  const cgp = '15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 AENST?/ 0/10 0';
  t.match(await session.call('moves', { position: cgp, top: 1 }), /\(exit status 0\)/);
});

t.test('without --record a session leaves a folder only if a game was played', async (t) => {
  for (const games of [0, 2]) {
    const before = gamesFolders();
    const session = await open('--folder', t.testdir());
    for (let game = 0; game < games; game++) await session.call('start_game', { game: 'scrabble' });
    t.equal(gamesFolders().length, before.length + 1, 'one for all games');
    await session.client.close();
    await gone(session.marker);
    const left = gamesFolders().filter((name) => !before.includes(name));
    t.strictSame(
      left.map((name) => readdirSync(join(temporary, name)).length),
      games === 0 ? [] : [games],
    );
  }
});

t.test('the pages of the wires are resources', async (t) => {
  await using session = await open();
  const { resources } = await session.client.listResources();
  t.strictSame(
    resources.map(({ uri }) => uri).sort(),
    ['bananagrams', 'boggle', 'scrabble'].map((game) => `wordhost://docs/reference/${game}-wire.md`),
  );
  const { contents } = await session.client.readResource({ uri: resources[0]!.uri });
  t.match((contents[0] as { readonly text: string }).text, /^# The \w+ wire/);
  await t.rejects(session.client.readResource({ uri: 'file:///etc/passwd' }), /there is no resource/);
});

t.test('of a session that is cut off in the middle nothing is left running', async (t) => {
  const folder = t.testdir();
  for (const signal of ['SIGKILL', 'SIGTERM', undefined] as const) {
    const session = await open('--folder', folder);
    const bots = ['checked', 'compared'].map((name) => `${name}-${session.marker}.sh`);
    for (const bot of bots)
      writeFileSync(join(folder, bot), 'echo ready; while read -r line; do sleep 600; done\n');
    const [checked, compared] = bots.map((bot) => `sh ${bot}`);
    await session.call('start_game', { game: 'scrabble', opponent: 'best' });
    await session.call('start_game', { game: 'bananagrams', opponent: 'best' });
    const calls = [
      session.call('check_bot', { game: 'scrabble', command: checked }),
      session.call('compare_bots', { game: 'scrabble', new: compared, old: compared, games: 1000 }),
    ].map((call) => call.catch(() => 'cut off'));
    await until(
      () => bots.every((bot) => commandsWith(session.marker).includes(`sh ${bot} `)),
      () => `the bots were not started: ${commandsWith(session.marker).join(', ')}`,
    );
    const { pid } = session.client.transport as StdioClientTransport;
    if (signal === undefined) await session.client.close();
    else process.kill(pid!, signal);
    await gone(session.marker);
    t.strictSame(await Promise.all(calls), ['cut off', 'cut off'], signal ?? 'end of the input');
    await session.client.close();
  }
  t.equal(readdirSync(folder).length, 6, 'no file but the bots');
});
