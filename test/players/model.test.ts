import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Greeting } from '../../host/api/scrabble.ts';
import { describePosition as describeBananagrams } from '../../host/bots/bananagrams/model/prompt.ts';
import { describePosition as describeBoggle } from '../../host/bots/boggle/model/prompt.ts';
import { FollowedGame as FollowedBoggle } from '../../host/bots/boggle/play.ts';
import { chanceFrom, pick } from '../../host/bots/chance.ts';
import { lastObject } from '../../host/bots/model/conversation.ts';
import { describePosition as describeScrabble, PastMoves } from '../../host/bots/scrabble/model/prompt.ts';
import type { Result } from '../../host/events/result.ts';
import { boardOf, rowsOf } from '../../host/games/boggle/board.ts';
import { readNotice as readBoggleNotice } from '../../host/games/boggle/wire/messages.ts';
import type { ModelRequest } from '../../host/games/kit/model-requests.ts';
import type { Board } from '../../host/games/scrabble/board/board.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { meaningOf, squareName } from '../../host/games/scrabble/board/squares.ts';
import { tileFor } from '../../host/games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { rackLetters, rackText } from '../../host/games/scrabble/tiles/bag.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Notice, Placement } from '../../host/games/scrabble/wire/messages.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { readOptions } from '../../players/model/options.ts';
import { start } from '../cli/wordhost.ts';
import { type Asked, completion, json, ModelServer, type Reply } from './model/model-server.ts';
import { perfectBananagrams, perfectBoggle, perfectScrabble } from './model/perfect.ts';
import { readBananagrams, readBoggle, readScrabble } from './model/read-prompt.ts';

const KEY = 'sk-test-5b1f0c9a7e';
const withoutStrict = await probeSandbox('strict').then((found) => 'problem' in found && found.problem);

interface Played {
  readonly status: number | null;
  readonly output: string;
  readonly record: string;
  readonly result: Result;
  readonly requests: readonly ModelRequest[];
  readonly asked: readonly Asked[];
  readonly authorizations: readonly (string | undefined)[];
}

/** A game of a model on a server of ours. */
async function playModel(
  t: Test,
  answer: (asked: Asked, number: number) => Reply | Promise<Reply>,
  words: (model: string) => readonly string[],
): Promise<Played> {
  await using server = await ModelServer.open(answer);
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-model-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const model = `wordhost player model --url ${server.url} --model ours`;
  const args = [...words(model), '--quiet', '--record', folder, '--keep-stderr', '1M'];
  const { status, stdout, stderr } = await start(args, { env: { WORDHOST_MODEL_KEY: KEY } }).ended;
  const output = stdout + stderr;
  const [name] = readdirSync(folder);
  if (name === undefined) throw new Error(output);
  const record = readFileSync(join(folder, name), 'utf8');
  const events = record
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lines: string[] = events.flatMap(({ type, seat, lines }) =>
    type === 'stderr' && seat === 1 ? lines : [],
  );
  const requests = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as ModelRequest);
  const { asked, authorizations } = server;
  return { status, output, record, result: events.at(-1).result, requests, asked, authorizations };
}

t.test('a match of each game', async (t) => {
  t.test('Scrabble, perfectly', async (t) => {
    const { status, output, result, asked, authorizations, record } = await playModel(
      t,
      perfectScrabble,
      (model) => [...['scrabble', '--seed', '3', model, 'wordhost player greedy']],
    );
    t.equal(status, 0, output);
    const { ms, ...figures } = result.players[0]!.model!;
    t.ok(ms >= 0 && asked.length > 5);
    const all = asked.length;
    t.match(figures, {
      requests: all,
      turns: all,
      legal: all,
      illegal: 0,
      unreadable: 0,
      promptTokens: 100 * all,
    });
    t.strictSame([...new Set(authorizations)], [`Bearer ${KEY}`]);
    t.notMatch(record + output, KEY);
    t.match(asked[0], { model: 'ours', response_format: { type: 'json_schema' } });
  });

  for (const rules of ['classic', 'turns'])
    t.test(`Boggle, by the rules ${rules}, perfectly`, async (t) => {
      const { status, output, result, asked, requests } = await playModel(t, perfectBoggle, (model) => [
        ...['boggle', '--rules', rules, '--seed', '4', '--time', '20s'],
        ...(rules === 'turns' ? ['--turns', '12'] : []),
        ...[model, 'wordhost player boggle --level few'],
      ]);
      t.equal(status, 0, output);
      t.equal(result.winner, 1);
      t.equal(result.players[0]!.model!.legal, result.players[0]!.model!.turns);
      t.ok(requests.length > 0);
      if (rules === 'classic') t.equal(asked.length, 1, 'it is asked once');
    });

  t.test('Bananagrams, perfectly', async (t) => {
    const { status, output, result } = await playModel(t, perfectBananagrams, (model) => [
      ...[
        ...'bananagrams --seed 5 --hand 7 --bunch'.split(' '),
        join(import.meta.dirname, 'model', 'bunch.txt'),
      ],
      ...[model, 'wordhost player bananagrams --level 1'],
    ]);
    t.equal(status, 0, output);
    t.equal(result.winner, 1);
    t.match(result.players[0]!.model, { illegal: 0, unreadable: 0, unanswered: 0 });
  });
});

const hanging = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [');
};

const text =
  (body: string, type: string, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

/** The first answers of the server, before those that pass, and the lines of the first turn. */
const limits: readonly {
  readonly name: string;
  readonly first: readonly Reply[];
  readonly lines: readonly Partial<ModelRequest>[];
  readonly timeout?: string;
}[] = [
  {
    name: 'a status of 429 with Retry-After is tried again',
    first: [json(429, { error: 'slow down' }, { 'retry-after': '1' })],
    lines: [
      { attempt: 1, problem: 'no answer: status 429', raw: '{"error":"slow down"}' },
      { attempt: 1, read: 'pass' },
    ],
  },
  {
    name: 'a status of 503 is tried again after a wait',
    first: [json(503, {}), json(500, {})],
    lines: [{ problem: 'no answer: status 503' }, { problem: 'no answer: status 500' }, { read: 'pass' }],
  },
  {
    name: 'a Retry-After beyond the turn passes it',
    first: [json(429, {}, { 'retry-after': '3600' })],
    lines: [{ problem: 'no answer: status 429' }],
  },
  {
    name: 'an answer that was cut off is asked for again',
    first: [completion('{"move": "8H', 'length')],
    lines: [
      { finish: 'length', problem: 'the answer was cut off by the limit of tokens', raw: '{"move": "8H' },
      { attempt: 2, read: 'pass' },
    ],
  },
  {
    name: 'two answers without a move pass the turn',
    first: [completion(null), 'I have no idea.'],
    lines: [
      { problem: 'the answer is empty' },
      { problem: 'the answer has no JSON object', raw: 'I have no idea.' },
    ],
  },
  {
    name: 'an object without a move is named',
    first: ['{"word": "X"}', '{"move": "8H"}'],
    lines: [{ problem: 'expected {"move": "…"} with a text' }, { attempt: 2 }],
  },
  {
    name: 'HTML is no answer',
    first: [text('<html><body>Welcome</body></html>', 'text/html')],
    lines: [
      { problem: 'the response is not JSON', raw: '<html><body>Welcome</body></html>' },
      { read: 'pass' },
    ],
  },
  {
    name: 'ten megabytes are not read',
    first: [text(JSON.stringify({ choices: 'x'.repeat(10_000_000) }), 'application/json')],
    lines: [{ problem: 'the response has more than 1048576 bytes' }, { read: 'pass' }],
  },
  {
    name: 'a deep response is not read',
    first: [text('['.repeat(100_000), 'application/json')],
    lines: [{ problem: 'the response is not JSON' }, { read: 'pass' }],
  },
  {
    name: 'an answer that never ends passes the turn',
    first: [hanging],
    lines: [{ problem: 'no answer: the answer did not end in time' }],
    timeout: '1s',
  },
  {
    name: 'redirects are not followed',
    first: [(response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    lines: [{ problem: 'no answer: status 302, and redirects are not followed' }],
  },
  {
    name: 'a server without response_format is asked without, and the key that it repeats is not kept',
    first: [json(400, { error: `response_format is unknown, ${KEY}` })],
    lines: [
      { problem: 'no answer: status 400', raw: '{"error":"response_format is unknown, [key]"}' },
      { attempt: 1, read: 'pass' },
    ],
  },
  {
    name: 'a long answer is cut in the record',
    first: [`${'x'.repeat(9000)} {"move": "pass"}`],
    lines: [{ read: 'pass', raw: 'x'.repeat(4096) }],
  },
];

t.test('limits', async (t) => {
  for (const { name, first, lines, timeout = '5s' } of limits)
    t.test(name, async (t) => {
      const played = await playModel(
        t,
        (_, number) => first[number - 1] ?? '{"move": "pass"}',
        (model) => [
          ...'scrabble --seed 3 --timeout'.split(' '),
          timeout,
          '--handsize',
          '1',
          model,
          'wordhost player random',
        ],
      );
      t.equal(played.status, 0, played.output);
      const ofFirst = played.requests.filter(({ turn }) => turn === 1);
      t.equal(ofFirst.length, lines.length, JSON.stringify(ofFirst));
      for (const [index, line] of lines.entries()) t.match(ofFirst[index], line);
      t.equal(played.result.players[0]!.outcome === 'failed', false);
      t.notMatch(played.record + played.output, KEY);
      if (name.includes('response_format'))
        t.strictSame(
          played.asked.map((asked) => asked.response_format === undefined),
          played.asked.map((_, index) => index > 0),
          'it is remembered',
        );
    });
});

/** Prints its environment and what it sees of other processes, and passes. */
const SPY = `#!/bin/sh
echo ready
env >&2
ps axww >&2 2>&-
while read -r word rest; do [ "$word" = turn ] && echo pass; done
`;

for (const [sandbox, skip] of [
  ['auto', false],
  ['strict', withoutStrict],
] as const)
  t.test(`a tournament gives the key and the network to the model alone, ${sandbox}`, { skip }, async (t) => {
    const folder = t.testdir({ spy: SPY });
    await using server = await ModelServer.open(() => '{"move": "pass"}');
    chmodSync(join(folder, 'spy'), 0o755);
    const command = `wordhost player model --url ${server.url} --model ours --key-variable OWN_KEY`;
    const model = { name: 'model', command, env: ['OWN_KEY'], network: true };
    const file = {
      ...{ game: 'scrabble', seed: 1, options: { sandbox, handsize: '2' } },
      players: [model, { name: 'spy', command: './spy' }],
      format: { kind: 'round-robin', rounds: 1 },
    };
    writeFileSync(join(folder, 'league.json'), JSON.stringify(file));
    const env = { OWN_KEY: KEY, WORDHOST_MODEL_KEY: `${KEY}-2` };
    const args = ['tournament', 'league.json', '--stderr', 'errors', '--json'];
    const { status, stdout, stderr } = await start(args, { cwd: folder, env }).ended;
    t.equal(status, 0, stderr);
    t.ok(server.asked.length > 0, `${sandbox}: the model reaches its server`);
    t.strictSame([...new Set(server.authorizations)], [`Bearer ${KEY}`]);
    const exported = await start(['store', 'export', 'league.db', 'exported'], { cwd: folder }).ended;
    t.equal(exported.status, 0, exported.stderr);
    const [unpacked] = readdirSync(join(folder, 'exported', 'records'));
    const record = readFileSync(join(folder, 'exported', 'records', unpacked!), 'utf8');
    t.match(record, /\{\\"model\\":\\"ours\\"/, 'the unpacked record has the requests');
    t.match(record, /WORDHOST_SEAT=\d/, 'the unpacked record has the environment of the opponent');
    const replayed = await start(['replay', 'league.db#1'], { cwd: folder }).ended;
    t.equal(replayed.status, 0, replayed.stderr);
    t.notMatch(replayed.stdout + replayed.stderr, KEY);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const found = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes(KEY));
    t.strictSame(
      found.map(({ name }) => name),
      [],
      `${sandbox}: the key is in no file`,
    );
    t.ok(
      files.some(({ name }) => name.includes('spy.txt')),
      'the environment of the opponent was searched',
    );
    t.notMatch(stdout + stderr, KEY);
    if (sandbox === 'strict') return;
    const games = server.asked.length;
    writeFileSync(join(folder, 'results.jsonl'), stdout.split('\n').find((line) => line.includes('"id":'))!);
    const show = async (...words: readonly string[]) => (await start(words, { cwd: folder }).ended).stdout;
    const shown = {
      report: await show('report', 'league.db', '--price', '100,200'),
      stats: await show('stats', 'results.jsonl', '--price', '100,200'),
      analyze: await show('analyze', 'league.db', '--price', '100,200'),
    };
    const money = ((games * 100 * 100 + games * 4 * 200) / 1e6).toFixed(4);
    for (const [command, text] of Object.entries(shown)) {
      t.match(text, /first move legal +100(\.0)? ?%/, command);
      t.match(text, new RegExp(`requests a game +${games}\\.0\\n`), command);
      t.match(text, new RegExp(`money a game +${money}\\n`), command);
    }
    const report = JSON.parse(await show('report', 'league.db', '--as', 'json', '--price', '100,200'));
    t.match(report.models, [
      { name: 'model', games: 1, requests: games, legal: games, money: Number(money) },
    ]);
    const page = await show('report', 'league.db', '--as', 'html', '--price', '100,200');
    t.match(page, new RegExp(`<dt>requests a game</dt><dd>${games}\\.0</dd>`));
    t.match(
      page,
      new RegExp(`<dt>money a game</dt><dd>${money}</dd>.*\n?<div><dt>first move legal</dt><dd>100.0%`),
    );
    const csv = (await show('report', 'league.db', '--as', 'csv', '--price', '100,200')).split('\r\n');
    const [headings = [], ...rows] = csv.map((line) => line.split(','));
    const cellOf = (name: string, heading: string) =>
      rows.find((row) => row[1] === name)?.[headings.indexOf(heading)];
    t.strictSame(
      ['model_requests', 'prompt_tokens', 'first_legal', 'first_cut_off'].map((each) =>
        cellOf('model', each),
      ),
      [games, 100 * games, games, 0].map(String),
    );
    t.strictSame([Number(cellOf('model', 'money')), cellOf('spy', 'money')], [Number(money), '']);
    t.match(await show('stats', 'results.jsonl', '--json'), /"models":\[\{"name":"model","games":1,/);
  });

t.test(
  'without the network the model leaves the game, and says what is missing',
  { skip: withoutStrict },
  async (t) => {
    const { output, result } = await playModel(
      t,
      () => '{"move": "pass"}',
      (model) => [
        ...'scrabble --sandbox strict --timeout 3s --handsize 1'.split(' '),
        model,
        'wordhost player random',
      ],
    );
    t.equal(result.players[0]!.outcome, 'left');
    t.match(output, /this player has no network, .*say `network: true` .*tournament file.* --network/);
  },
);

t.test('a steadily slow server: the game ends, and its requests say how long they took', async (t) => {
  const { status, output, result, requests } = await playModel(
    t,
    async () => await sleep(300, '{"move": "pass"}'),
    (model) => ['scrabble', '--timeout', '20s', '--handsize', '1', model, 'wordhost player random'],
  );
  t.equal(status, 0, output);
  t.ok(requests.length > 1);
  t.ok(Math.min(...requests.map(({ ms }) => ms)) >= 295, JSON.stringify(requests));
  const sum = requests.reduce((before, { ms }) => before + ms, 0);
  t.match(result.players[0]!.model, { requests: requests.length, legal: requests.length, ms: sum });
  t.match(result.players[0], { timeouts: 0 });
});

t.test('with --illegal retry=1 the model is told why its move was refused', async (t) => {
  const { result, requests, asked } = await playModel(
    t,
    (_, number) => (number === 1 ? '{"move": "8H QQ"}' : '{"move": "pass"}'),
    (model) => [
      ...'scrabble --seed 3 --illegal retry=1 --handsize 2'.split(' '),
      model,
      'wordhost player random',
    ],
  );
  t.match(requests[0], { turn: 1, attempt: 1, read: '8H QQ', refused: /Q/ });
  t.match(requests[1], { turn: 1, attempt: 2, read: 'pass' });
  t.match(asked[1]!.messages.at(-1)!.content, /^Your last move 8H QQ was refused: playerdoesnothavepiece/);
  t.match(result.players[0]!.model, { illegal: 1, legal: requests.length - 2, turns: requests.length - 1 });
});

t.test('the last JSON object of an answer is read', async (t) => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['{"move": "pass"}', { move: 'pass' }],
    ['I think {8H} or {"move": "a"}, no: ```json\n{"move": "b"}\n``` Done.', { move: 'b' }],
    ['{"move": {"text": "x}"}}', { move: { text: 'x}' } }],
    ['{"move": "open', 'the answer has no JSON object'],
    [`${'{'.repeat(100_000)}`, 'the answer has no JSON object'],
    ['"quoted { " {"a": 1}', { a: 1 }],
  ];
  for (const [text, expected] of cases) t.strictSame(lastObject(text), expected, text.slice(0, 40));
});

t.test('--print-prompt prints the prompt of a position', async (t) => {
  const print = async (...more: readonly string[]) =>
    await start(['player', 'model', '--print-prompt', ...more]).ended;
  const cgp = '15/15/15/15/15/15/15/7HELLo3/15/15/15/15/15/15/15 ABCDE?F/ 12/-3 0 lex english;';
  const opening = await print();
  t.equal(opening.status, 0, opening.stderr);
  const rules = opening.stdout.split('\n\n')[0]!.split('\n');
  t.ok(rules.length <= 15, 'the rules have at most fifteen lines');
  t.match(readScrabble(opening.stdout), { board: {}, tiles: 'AEINRST', points: [0, 0], inBag: 86 });
  const { stdout } = await print('--position', cgp, '--hints', '2');
  const { board, tiles, points, premium } = readScrabble(stdout);
  t.strictSame(board, { H8: 'H', I8: 'E', J8: 'L', K8: 'L', L8: 'o' });
  t.strictSame([tiles, points], ['?ABCDEF', [12, -3]]);
  t.strictSame(premium['triple word'], ['A1', 'H1', 'O1', 'A8', 'O8', 'A15', 'H15', 'O15']);
  t.match(stdout, /^Best plays by points: [^;]+ for \d+; [^;]+ for \d+$/m);
  const turns = await print('boggle --rules turns --board ABCD/EFGH/IJKL/MNOP --turns 8', '--hints', '1');
  t.strictSame(
    readBoggle(turns.stdout.split('\n\n')[1] ?? '').rows.join(' '),
    'A,B,C,D E,F,G,H I,J,K,L M,N,O,P',
    turns.stderr,
  );
  t.match(
    turns.stdout,
    /the game has 8 turns.*Turns left: 8\n.*Best words by points: [A-Z]+\nYour words\?\n$/s,
  );
  const bunch = join(import.meta.dirname, 'model', 'bunch.txt');
  const { stdout: race } = await print(`bananagrams --hand 7 --bunch ${bunch}`);
  t.match(readBananagrams(race), { tiles: /^[A-Z]{7}$/, drew: '', grid: [] });
  t.match(race, /^You play Bananagrams, a race of 2 players.*\nYour grid\?\n$/s);
  t.match(readScrabble((await print('scrabble --rules simple')).stdout), { tiles: 'AEINRST' });
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['chess'], /--print-prompt: .*bananagrams, boggle/],
    [['boggle --width 99'], /--print-prompt: --width: expected a whole number from 1 to 16; got "?99/],
    [['boggle --colour red'], /--print-prompt: Unknown option '--colour'/],
    [['bananagrams --hand 90'], /--print-prompt: the bunch has 144 tiles, but 2 players with 90/],
    [['bananagrams', '--hints', '3'], /--hints: expected 0 in Bananagrams/],
    [['boggle', '--position', cgp], /--position requires --print-prompt of Scrabble/],
  ];
  for (const [words, problem] of refused) {
    const { status, stdout, stderr } = await print(...words);
    t.strictSame([status, stdout], [2, ''], words.join(' '));
    t.match(stderr, problem);
  }
  const wrong = await print('--position', '15/15 A/ 0/0 0');
  t.strictSame([wrong.status, wrong.stdout], [2, '']);
  t.match(wrong.stderr, /^wordhost player model: --position: invalid position: expected 15 rows/);
});

t.test('moves before a turn are written with the letters that lay on the board', async (t) => {
  const [board, tiles] = [builtInBoard('official')!, builtInTileSet('english')!];
  const moves = new PastMoves({ player: 2, board, tiles } as unknown as Greeting);
  const placed = (letters: string, place: (index: number) => readonly [number, number]) =>
    [...letters].flatMap((letter, index) => {
      const [x, y] = place(index);
      return letter === '.' ? [] : [{ x, y, ...tileFor(letter, tiles)! }];
    });
  moves.hear({ type: 'played', player: 1, placements: placed('CaT', (index) => [index, 0]), points: 8 });
  const down = placed('B.D', (index) => [1, index - 1]);
  moves.hear({ type: 'playsuccess', placements: down, points: 5, drawn: [] } as unknown as Notice);
  moves.hear({ type: 'played', player: 1, placements: placed('...S', (index) => [index, 0]), points: 6 });
  moves.hear({ type: 'passed', player: 1 });
  const written = [
    'player 1 8H CaT for 8',
    'player 2 I7 BaD for 5',
    'player 1 8H CaTS for 6',
    'player 1 passed',
  ];
  t.strictSame(moves.last(9), written);
  t.strictSame([moves.last(0), moves.last(1)], [[], ['player 1 passed']]);
});

t.test('options of the player', async (t) => {
  const base = ['--url', 'http://x/v1', '--model', 'm'];
  const read = readOptions([
    ...base,
    ...['--temperature', '0.5', '--max-tokens', '100', '--seed', '7', '--reasoning', 'low'],
    ...['--attempts', '3', '--hints', '5', '--history', 'all', '--key-variable', 'K', '--prompt', 'p.txt'],
  ]);
  t.match(read, {
    kind: 'options',
    options: {
      ...{ model: 'm', temperature: 0.5, maxTokens: 100, seed: 7, reasoning: 'low', attempts: 3, hints: 5 },
      ...{ history: 'all', keyVariable: 'K', promptFile: 'p.txt' },
    },
  });
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--model', 'm'], /--url: expected an http or https URL/],
    [['--url', 'http://x'], /--model: expected the name/],
    [['--url', 'ftp://x', '--model', 'm'], /--url: expected an http/],
    [[...base, '--history', 'some'], /--history: expected all, last, none; got some/],
    [[...base, '--history', 'none '], /--history: expected all, last, none; got none /],
    [[...base, '--reasoning', 'highest'], /--reasoning: expected low, medium or high; got highest/],
    [[...base, '--key-variable', 'A-B'], /--key-variable: .*environment variable/],
    [[...base, '--prompt', ''], /--prompt: expected a file/],
    [[...base, '--attempts', '0'], /--attempts: expected a whole number from 1 to 20; got 0/],
    [[...base, '--position', 'x'], /--position requires --print-prompt/],
    [[...base, '--key', 'secret'], /unknown option --key/],
  ];
  for (const [args, problem] of wrong) {
    const reading = readOptions(args);
    t.match(reading.kind === 'problem' && reading.problem, problem);
  }
});

t.test('300 prompts of each game are read back by their words alone', async (t) => {
  t.test('Scrabble', async (t) => {
    for (let number = 0; number < 300; number++) {
      const chance = chanceFrom(number + 1);
      const board = builtInBoard(['official', 'infinite', 'standard'][number % 3]!)!;
      const tiles = builtInTileSet('english')!;
      const [left, top] = board.layout ? [board.layout.x, board.layout.y] : [-20, -20];
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabc';
      const places = new Map<string, Placement>();
      for (let tile = pick(chance, 40); tile > 0; tile--) {
        const [x, y] = [left + pick(chance, 15), top + pick(chance, 15)];
        places.set(`${x},${y}`, { x, y, ...tileFor(letters[pick(chance, letters.length)]!, tiles)! });
      }
      const held = new Map(Array.from({ length: pick(chance, 8) }, () => [pick(chance, 27), 1]));
      const scores = [pick(chance, 500), -pick(chance, 50)];
      const terms = { rules: ruleSets.tournament, board, tiles, lexicon: undefined, handSize: 7 };
      const position = emptyPosition.with([...places.values()]);
      const told = { player: 2, names: ['Points: 1', 'b'] } as unknown as Greeting;
      const known = { terms, position, held, inBag: pick(chance, 87), scores };
      const read = readScrabble(describeScrabble(told, known, ['player 1 8H AT for 4']));
      const nameOf = ({ x, y }: Placement) => squareName(x, y, board.layout);
      const shown = [...places.values()].map((each) => [
        nameOf(each),
        each.id === 0 ? each.letter.toLowerCase() : each.letter,
      ]);
      t.strictSame(Object.entries(read.board).sort(), shown.sort());
      t.strictSame(
        [read.tiles, read.points, read.inBag],
        [rackText(held, rackLetters(tiles)) || 'none', scores, known.inBag],
      );
      for (const [meaning, names] of Object.entries(read.premium))
        for (const name of names) {
          const [x, y] = placeNamed(name, board);
          t.equal(meaningOf(board.kindOf(board.squareAt(x, y))!), meaning);
          t.notOk(places.has(`${x},${y}`));
        }
      if (!board.layout) continue;
      const free = [...board.layout.ids].filter((id, index) => {
        const [x, y] = [left + (index % 15), top + Math.floor(index / 15)];
        return meaningOf(board.kindOf(id)!) !== 'single' && !places.has(`${x},${y}`);
      });
      t.equal(Object.values(read.premium).flat().length, free.length);
    }
  });

  t.test('Boggle', async (t) => {
    for (let number = 0; number < 300; number++) {
      const chance = chanceFrom(number + 1);
      const [width, height] = [2 + pick(chance, 5), 2 + pick(chance, 5)];
      const cells = Array.from({ length: width * height }, () => ['A', 'QU', 'S', 'THE'][pick(chance, 4)]!);
      const board = boardOf(width, height, cells);
      const game = new FollowedBoggle(1);
      const notices = [
        'turn none 3 7',
        'scored 2 CATS 1',
        'missed 1 XQ notonboard',
        'missed 2 ZZ notonboard',
        'scored 1 DOGS 1',
      ];
      for (const line of notices.slice(0, 1 + pick(chance, 5))) game.hear(readBoggleNotice(line)!);
      const told = { player: 1, names: ['a', 'b'], rules: 'turns', board } as unknown as Parameters<
        typeof describeBoggle
      >[0];
      const read = readBoggle(describeBoggle(told, game));
      t.strictSame(
        read.rows.map((row) => row.join(' ')),
        rowsOf(board),
      );
      const own = (kind: boolean) => game.guesses.filter(({ points }) => (points !== undefined) === kind);
      t.strictSame(
        read.found,
        own(true).map(({ word }) => word),
      );
      t.strictSame(
        read.missed,
        own(false)
          .filter(({ player }) => player === 1)
          .map(({ word }) => word),
      );
    }
  });

  t.test('Bananagrams', async (t) => {
    for (let number = 0; number < 300; number++) {
      const chance = chanceFrom(number + 1);
      const word = (length: number) =>
        Array.from({ length }, () => String.fromCharCode(65 + pick(chance, 26))).join('');
      const [letters, drew] = [word(1 + pick(chance, 40)), word(pick(chance, 3))];
      const grid = Array.from({ length: pick(chance, 6) }, () => `${word(3)}.${word(2)}`);
      const read = readBananagrams(describeBananagrams({ letters, grid, drew }));
      t.strictSame(read, { tiles: [...letters].sort().join(''), drew: grid.length > 0 ? drew : '', grid });
    }
  });
});

function placeNamed(name: string, { layout }: Board): readonly [number, number] {
  if (!layout) return name.split(',').map(Number) as [number, number];
  return [layout.x + name.charCodeAt(0) - 65, layout.y + Number(name.slice(1)) - 1];
}
