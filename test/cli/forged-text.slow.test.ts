import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import t, { type Test } from 'tap';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';
import { say } from './in-process.ts';
import { run, start, until } from './wordhost.ts';

/* What others wrote into records, stores and databases, and what servers answer, is printed as text: it ends no line, and has no style. */

/** Begins a line of its own, in a color of ours, and turns the direction of writing. */
const FORGED = 'x\nFORGED\x1b[31m\u202e\u009b2J';

type Path = readonly (string | number)[];
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The paths of all texts in a value; of a list the first two. */
function* textsIn(value: Json, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else for (const [key, part] of partsOf(value)) yield* textsIn(part, [...path, key]);
}

function* keysIn(value: Json, path: Path = []): Generator<Path> {
  for (const [key, part] of partsOf(value)) {
    if (typeof key === 'string') yield [...path, key];
    yield* keysIn(part, [...path, key]);
  }
}

function partsOf(value: Json): readonly (readonly [key: string | number, part: Json])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.slice(0, 2).map((part, index) => [index, part] as const)
    : Object.entries(value);
}

function changedAt(value: Json, [step, ...more]: Path, change: (part: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((part, index) => (index === step ? changedAt(part, more, change) : part));
  return { ...(value as object), [step]: changedAt((value as Record<string, Json>)[step]!, more, change) };
}

/** A value once for each of its texts and keys, with that one forged. */
function* forgedIn(value: Json): Generator<readonly [what: string, forged: Json]> {
  const named = (path: Path) => path.map((step) => (typeof step === 'number' ? '#' : step)).join('.');
  for (const path of textsIn(value))
    yield [named(path), changedAt(value, path, (text) => `${text}${FORGED}`)];
  for (const path of keysIn(value)) {
    const renamed = (object: Json) =>
      Object.fromEntries(
        Object.entries(object as object).map(([key, part]) => [
          key === path.at(-1) ? key + FORGED : key,
          part,
        ]),
      );
    yield [`the key ${named(path)}`, changedAt(value, path.slice(0, -1), renamed)];
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const ACTS = /^\s*FORGED|[\x1b\u202e\u009b]|this is a bug/;

/** No line begins with what was forged, no byte acts on a terminal, and nothing is a bug. */
function isText(t: Test, { stdout, stderr }: { stdout: string; stderr: string }, what: string): void {
  for (const line of `${stdout}\n${stderr}`.split('\n'))
    if (ACTS.test(line)) t.fail(`${what}: ${JSON.stringify(line.slice(0, 200))}`);
}

/** The first way for each forged place, and two of the others in turn: a run of all takes minutes. */
function waysAt(place: number, [first, ...others]: readonly string[][]): readonly string[][] {
  return [first!, ...[0, 1].map((next) => others[(2 * place + next) % others.length]!)];
}

const league = {
  game: 'scrabble',
  players: [
    { name: 'ada', command: 'wordhost player random' },
    { name: 'ben', command: 'echo ready; read -r line; exit 3' },
  ],
  format: { kind: 'round-robin', mirrored: true },
  ...{ seed: '1', options: { 'max-turns': 4 } },
};

const cwd = t.testdir({ 'cup.yml': JSON.stringify(league) });

t.test('each text and each key of a record', async (t) => {
  const games = {
    bananagrams: ['bananagrams', '--hand', '5', 'wordhost player bananagrams', 'printf nX; cat >/dev/null'],
    scrabble: [
      'scrabble',
      '--max-turns',
      '4',
      'wordhost player greedy',
      'echo ready; echo foo; cat >/dev/null',
    ],
    boggle: [
      ...'boggle --rules turns --turns 4'.split(' '),
      'wordhost player boggle',
      'wordhost player boggle',
    ],
  };
  const ways = [
    ['replay'],
    ['replay', '--verify'],
    ['analyze'],
    ...['json', 'gcg', 'cgp'].map((as) => ['export', '--as', as, '--output', '-']),
  ];
  for (const [game, args] of Object.entries(games)) {
    await run([...args, '--seed', '2', '--events', `${game}.jsonl`, '--quiet'], { cwd });
    const lines = readFileSync(join(cwd, `${game}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n');
    const tried = new Set<string>();
    for (const [index, line] of lines.entries()) {
      const event = JSON.parse(line) as { readonly type: string } & { readonly [key: string]: Json };
      for (const [what, forged] of forgedIn(event)) {
        const name = `${game}, ${event.type} ${what}`;
        if (tried.has(name)) continue;
        tried.add(name);
        writeFileSync(
          join(cwd, 'forged.jsonl'),
          `${lines.map((each, place) => (place === index ? JSON.stringify(forged) : each)).join('\n')}\n`,
        );
        for (const way of waysAt(tried.size, ways))
          isText(t, await say([...way, 'forged.jsonl'], { cwd }), `${way.join(' ')}: ${name}`);
      }
    }
    t.ok(tried.size > 60, `${game}: ${tried.size} places`);
  }
});

t.test('each text and each key of a store', async (t) => {
  await run(['tournament', 'cup.yml', '--quiet'], { cwd });
  const compared = ['--games', '2', '--max-turns', '4', '--seed', '1', '--store', 'compared.db', '--quiet'];
  await run(['compare', 'scrabble', ...compared, 'wordhost player random', 'exit 3'], { cwd });
  const ways = [
    ['report', 'forged.db'],
    ...['json', 'junit', 'tap', 'markdown', 'csv'].map((as) => ['report', 'forged.db', '--as', as]),
    ['store', 'check', 'forged.db'],
    ['store', 'export', '--results', '-', 'forged.db'],
    ['store', 'merge', 'into.db', 'forged.db'],
    ['analyze', 'forged.db'],
    ['tournament', 'cup.yml', '--store', 'forged.db'],
  ];
  for (const store of ['cup.db', 'compared.db']) {
    let tried = 0;
    for (const [table, column] of [
      ['file', 'canonical'],
      ['game', 'result'],
    ]) {
      using database = new DatabaseSync(join(cwd, store), { readOnly: true });
      const row = database.prepare(`SELECT rowid AS place, ${column} AS text FROM ${table} LIMIT 1`).get()!;
      for (const [what, forged] of forgedIn(JSON.parse(String(row.text)) as Json)) {
        copyFileSync(join(cwd, store), join(cwd, 'forged.db'));
        using changed = new DatabaseSync(join(cwd, 'forged.db'));
        const sql = `UPDATE ${table} SET ${column} = ? WHERE rowid = ?`;
        changed.prepare(sql).run(JSON.stringify(forged), row.place!);
        changed.close();
        for (const way of waysAt(tried++, ways)) {
          copyFileSync(join(cwd, store), join(cwd, 'into.db'));
          isText(t, await say(way, { cwd }), `${way.join(' ')}: ${store}, ${what}`);
        }
      }
    }
    t.ok(tried > 45, `${store}: ${tried} places`);
  }
});

t.test('the facts of workers, and the worker of a game', { skip: withoutPostgres() }, async (t) => {
  await using server = await PostgresServer.start();
  const where = server.emptyDatabase();
  await run(['tournament', 'cup.yml', '--jobs', '1', '--store', where], { cwd });
  const evil = start(['worker', '--name', FORGED, where], { cwd });
  const client = new pg.Client({ connectionString: where });
  await client.connect();
  try {
    const factsOfWorker = async (): Promise<string | undefined> =>
      (await client.query('SELECT facts FROM wordhost_games.worker WHERE name = $1', [FORGED])).rows[0]
        ?.facts;
    await until(async () => (await factsOfWorker()) !== undefined, evil);
    const facts = {
      ...(JSON.parse((await factsOfWorker())!) as object),
      refusals: [{ queue: 'q', experiment: FORGED, problem: FORGED }],
    } as { readonly [key: string]: Json };
    for (const [what, forged] of forgedIn(facts)) {
      await client.query('UPDATE wordhost_games.worker SET facts = $1', [JSON.stringify(forged)]);
      isText(t, await say(['store', 'info', where], { cwd }), `store info: ${what}`);
      isText(t, await say(['store', 'info', '--json', where], { cwd }), `store info --json: ${what}`);
    }
    await client.query('UPDATE wordhost_games.game SET result = replace(result, \'{"number"\', $1)', [
      `{"worker":${JSON.stringify(FORGED)},"number"`,
    ]);
    for (const way of [[], ['--as', 'json'], ['--without-worker', FORGED], ['--without-worker', 'y']])
      isText(t, await say(['report', `${where}#cup`, ...way], { cwd }), `report ${way.join(' ')}`);
  } finally {
    await client.end();
    evil.child.kill('SIGTERM');
  }
  isText(t, await evil.ended, 'the worker itself');
});

t.test('what a server answers to wordhost register', async (t) => {
  for (const answer of [
    { result: { message: FORGED } },
    { error: { code: 1, message: FORGED } },
    { error: FORGED },
    { [FORGED]: 1 },
    FORGED,
  ]) {
    const server = createServer((_, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...Object(answer) })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { readonly port: number };
    const address = ['--server', `http://127.0.0.1:${port}`, '--token', 't', '--name', 'robot'];
    const host = start(['register', ...address, '--listen', '127.0.0.1:0', '--', 'exit 3'], { cwd });
    await until(() => host.stderr !== '' || host.child.exitCode !== null, 'an answer');
    host.child.kill('SIGTERM');
    isText(t, await host.ended, JSON.stringify(answer));
    server.close();
  }
});

t.test('the names of folders of bots', async (t) => {
  const bots = join(cwd, 'bots');
  const folder = FORGED.replace('\u009b2J', '');
  for (const name of [folder, 'plain']) mkdirSync(join(bots, name), { recursive: true });
  for (const name of ['plain/player.py', `${folder}/a.c`, `${folder}.py`, `${folder}.txt`])
    writeFileSync(join(bots, name), 'print("redy")\n');
  isText(t, await run(['check', 'scrabble', 'bots', '--only', '1'], { cwd }), 'check');
  isText(t, await say(['tournament', '--roster', 'bots', '--game', 'scrabble'], { cwd }), 'roster');
  const path = `bots/${folder}.py`;
  isText(
    t,
    await run(['scrabble', '--max-turns', '2', '--quiet', `./'${path}'`, `'${path}'`], { cwd }),
    'players',
  );
});
