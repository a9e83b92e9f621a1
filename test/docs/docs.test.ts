import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { eventLine } from '../../host/events/event-line.ts';
import type { Noted } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { games as allGames } from '../../host/games/registry.ts';
import { unreadOffence } from '../../host/match/seat.ts';
import { players } from '../../players/index.ts';
import { dealt, planOf, scriptPlayed } from '../match/hand-played.ts';
import { randomScript } from '../match/random-script.ts';
import type { SeenEvent } from '../seen-event.ts';
import { followPages, racePages, slowPages } from './follow-pages.ts';
import { generatedFiles } from './generated.ts';
import { allPages, blocksOf, type Page, page, root } from './pages.ts';
import { Reader } from './reader.ts';
import { notExactly, notPrinted } from './shown-output.ts';

t.test('pages', async (t) => {
  const pages = allPages();
  const reference = page('docs/reference/command-line.md').text;

  interface Link {
    readonly path: string;
    readonly heading: string | undefined;
  }

  function linksOf({ path, text }: Page): readonly Link[] {
    const prose = text.replace(/```[\s\S]*?\n```/g, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    return targets
      .filter((target) => !/^https?:/.test(target))
      .map((target) => {
        const [file = '', heading] = target.split('#');
        return { path: file === '' ? path : relative(root, join(root, dirname(path), file)), heading };
      });
  }

  function headingsOf(text: string): readonly string[] {
    const lines = text.replace(/```[\s\S]*?\n```/g, '').match(/^#+ .+$/gm) ?? [];
    return lines.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  }

  t.test('Every link between pages leads somewhere', async (t) => {
    for (const from of pages)
      for (const { path, heading } of linksOf(from)) {
        t.ok(existsSync(join(root, path)), `${from.path} -> ${path}`);
        if (heading !== undefined && path.endsWith('.md'))
          t.ok(headingsOf(page(path).text).includes(heading), `${from.path} -> ${path}#${heading}`);
      }
  });

  t.test('Every page can be found from the README, link by link', async (t) => {
    const found = new Set(['README.md']);
    for (const path of found) {
      const known = pages.find((one) => one.path === path);
      for (const link of known ? linksOf(known) : []) found.add(link.path);
    }
    // A link to a folder shows what is in it.
    for (const { path } of pages) t.ok(found.has(path) || found.has(dirname(path)), path);
  });

  t.test('Every command and every option is in the reference', async (t) => {
    for (const [name, command] of Object.entries(commandsOf(gameWords))) {
      t.match(reference, `| [\`wordhost ${name}\`](#`, `${name}, in the list of commands`);
      const { options } = await command.load();
      for (const option of Object.keys(options)) t.match(reference, new RegExp(`\`--(no-)?${option}[\` ]`));
    }
  });

  t.test('Every built-in player is in the reference, with its options', async (t) => {
    for (const name of Object.keys(players)) {
      t.match(reference, `\`wordhost player ${name}`, name);
      const { help } = (await import(`../../players/${name}/options.ts`)) as { help: string };
      for (const [option] of help.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
        t.match(reference, new RegExp(`\`${option}[\` ]`), option);
    }
  });

  t.test('What is made from the options is up to date', async (t) => {
    for (const { path, text } of await generatedFiles())
      t.equal(
        page(path).text,
        text,
        `${path} (node --conditions=wordhost-source test/docs/write-option-tables.ts)`,
      );
  });
});

t.test('schemas', async (t) => {
  type Json = Readonly<Record<string, unknown>>;

  const read = (name: string): Json => JSON.parse(readFileSync(join(root, 'docs/reference', name), 'utf8'));
  const resultSchema = read('result.schema.json');
  const eventSchema = read('event.schema.json');
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addSchema(resultSchema);
  const isResult = ajv.getSchema('result.schema.json')!;
  const isConfig = ajv.compile(read('config.schema.json'));
  const types = (eventSchema.oneOf as { $ref: string }[]).map(({ $ref }) => $ref.slice('#/$defs/'.length));
  ajv.addSchema(eventSchema);
  const isEvent = new Map(types.map((type) => [type, ajv.getSchema(`event.schema.json#/$defs/${type}`)!]));
  const isAnyEvent = ajv.getSchema('event.schema.json')!;
  const raceSchema = read('race.schema.json');
  const isRace = ajv.compile(raceSchema);

  const notBuilt = existsSync(join(root, 'dist/wordhost.js')) ? false : 'dist/ is not built';
  const coming = 'wordhost player bananagrams';

  function fits(t: Test, validate: ValidateFunction, value: unknown, what: string): void {
    const right = validate(value);
    t.ok(right, what, right ? {} : { errors: validate.errors, value });
  }

  function undescribed(value: Json, schema: Json): readonly string[] {
    const forms = (schema.anyOf as Json[] | undefined) ?? [schema];
    return Object.keys(value).filter((field) => !forms.some((form) => field in (form.properties as Json)));
  }

  /** All fields that an object has are described: a new one must be written down. */
  function isDescribed(t: Test, value: Json, schema: Json, what: string): void {
    t.same(undescribed(value, schema), [], `${what}: fields that are not described`);
  }

  /** Each fits its schema, and the reader of records knows all that is in it: one assertion for the thousands of them. */
  function checkEvents(t: Test, lines: readonly string[], what: string): readonly string[] {
    const reading = parseRecord(`${lines.join('\n')}\n`, what, allGames);
    if (!reading.ok) throw new Error(reading.problem);
    t.equal(reading.events.length, lines.length, what);
    const events = lines.map((line) => JSON.parse(line) as SeenEvent);
    const wrong = events.flatMap((event, index) => {
      const { type } = event;
      const validate = isEvent.get(type);
      if (!validate) throw new Error(`${type} is not described`);
      const errors = validate(event) ? [] : validate.errors;
      const fields = undescribed(event, (eventSchema.$defs as Record<string, Json>)[type]!);
      const read: unknown = JSON.parse(eventLine(reading.events[index]!));
      const readWhole = isDeepStrictEqual(read, event);
      const isRight = errors?.length === 0 && fields.length === 0 && readWhole;
      return isRight
        ? []
        : [{ line: index + 1, event, errors, undescribed: fields, ...(!readWhole && { read }) }];
    });
    t.same(wrong, [], `${what}: ${lines.length} events`);
    return events.map(({ type }) => type);
  }

  const games = [
    { name: 'a game to its end', options: '', players: [coming, `${coming} --dialect plain`] },
    { name: 'an offender', options: '', players: ["printf 'n\\n'; cat > /dev/null", coming] },
    { name: 'bytes that are no text', options: '', players: ["printf 'n\\001'", coming] },
    {
      name: 'one that leaves',
      options: '',
      players: ['printf r; sleep 0.3; exit 3', 'printf n; cat > /dev/null'],
    },
    { name: 'one that cannot be started', options: '', players: ['no_such_bot', coming] },
    { name: 'a game that stalls', options: '--stall 50ms', players: ['printf r; cat > /dev/null'] },
  ];

  interface RealGame {
    readonly name: string;
    readonly options: string;
    readonly players: readonly string[];
  }

  /** Plays it, holds its result and each line of its record against the schemas, and answers the types of events. */
  function playAndCheck(t: Test, reader: Reader, game: string, { name, options, players }: RealGame) {
    const playerSchema = (resultSchema.$defs as Record<string, Json>).player!;
    const words = players.map((player) => `'${player.replaceAll("'", "'\\''")}'`).join(' ');
    const command = `wordhost ${game} --json --seed 9 --events game.jsonl ${options} ${words} 2> /dev/null`;
    const { output } = reader.run(`${command} || true\ncat game.jsonl`);
    const [result, ...events] = output.trimEnd().split('\n');
    const value = JSON.parse(result!) as Json;
    fits(t, isResult, value, name);
    isDescribed(t, value, resultSchema, name);
    for (const player of value.players as Json[]) isDescribed(t, player, playerSchema, name);
    fits(t, isAnyEvent, JSON.parse(events.at(-1)!), `${name}: the end is an event`);
    return { value, types: checkEvents(t, events, name) };
  }

  t.test('Records and results of real games are as the schemas say', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    for (const game of games) playAndCheck(t, reader, 'bananagrams', game);
  });

  /** Answers its turns with these lines, one after the other, and then no more. */
  function says(...lines: readonly string[]): string {
    const answers = lines.map((line) => `"${line}"`).join(' ');
    return `set -- ${answers}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then [ -z "$1" ] || echo "$1"; shift; fi; done`;
  }

  const boardThatFails = JSON.stringify({
    prog: 'if (_x_ < 9) then { _result_ := 1 } else { _result_ := 1 / 0 }',
    squares: { 1: { 0: '_result_ := pointValue(99)' } },
    usedSquare: 1,
    center: [0, 0],
    isInfinite: true,
  });

  const scrabbleGames: readonly (RealGame & { readonly came: Json })[] = [
    {
      name: 'a game to its end',
      options: '--max-turns 60',
      players: ['wordhost player random', 'wordhost player longest'],
      came: { outcome: 'won' },
    },
    {
      name: 'illegal plays, a turn that runs out, a late answer, one that gives up, an offender',
      options: '--timeout 2s --time-bank 1s --margin 0 --dictionary none --handsize 2 --tiles tiles.csv',
      players: [
        says('play 0 0 0A1 1 0 0A1', 'change 77', 'forfeit'),
        'echo ready; while read -r word rest; do [ "$word $rest" = "timeout 2" ] && echo "@1 pass"; done',
        says('pass', 'play 900 0'),
      ],
      came: {
        outcome: 'won',
        reason: 'last-player',
        players: [
          { outcome: 'forfeited', moves: 1, errors: 1 },
          { outcome: 'won' },
          { outcome: 'offender', offence: { kind: 'protocol', rule: 'form', unit: 'line' } },
        ],
      },
    },
    {
      name: 'illegal is out, on a board without end whose programs fail',
      options: '--illegal forfeit --dictionary none --handsize 2 --tiles tiles.csv --board fails.json',
      players: [says('play 0 0 0A1 1 0 0A1', 'play 9 0 0A1'), says('pass', 'pass')],
      came: {
        outcome: 'won',
        players: [
          { outcome: 'offender', offence: { kind: 'illegal', rule: 'emptytile' } },
          { outcome: 'won' },
        ],
      },
    },
    {
      name: 'nobody lays anything',
      options: '--rules course',
      players: [says(...Array(3).fill('pass')), says(...Array(3).fill('pass'))],
      came: { reason: 'passed-out' },
    },
    {
      name: 'too many turns',
      options: '--max-turns 2',
      players: [says('pass'), says('pass')],
      came: { outcome: 'timeout', reason: 'max-turns', turns: 2 },
    },
    {
      name: 'a turn with too much processor time',
      options: '--max-turns 1 --timeout none --turn-cpu 50ms --margin 0',
      players: ['echo ready; while read -r word rest; do while [ "$word" = turn ]; do :; done; done'],
      came: { reason: 'max-turns', players: [{ timeouts: 1, cpuTimeouts: 1 }] },
    },
  ];

  const typesOfScrabble = [
    'board',
    'turn',
    'play',
    'pass',
    'change',
    'forfeit',
    'timeout',
    'overtime',
    'spent',
    'turn-load',
    'scores',
  ];

  t.test('Records and results of real games of Scrabble too', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    reader.save('tiles.csv', 'A,a,60,1,1\n');
    reader.save('fails.json', boardThatFails);
    const seen = new Set<string>();
    for (const game of scrabbleGames) {
      const { value, types } = playAndCheck(t, reader, 'scrabble', game);
      t.match(value, game.came, game.name);
      for (const type of types) seen.add(type);
    }
    for (const type of [...typesOfScrabble, 'deal', 'late', 'offence']) t.ok(seen.has(type), type);
  });

  /** By the classic rules: says all of this when the game begins. */
  function shouts(...lines: readonly string[]): string {
    const text = lines.map((line) => `echo "${line}"`).join('; ');
    return `echo ready; while read -r word rest; do if [ "$word" = start ]; then ${text}; fi; done`;
  }

  const boggleBoard = '--board CATS/OEDO/ARIG/STNS';

  const boggleGames: readonly (RealGame & { readonly came: Json })[] = [
    {
      name: 'a game to its end',
      options: '',
      players: ['wordhost player boggle', 'wordhost player boggle --level few'],
      came: { outcome: 'won', reason: 'played-out' },
    },
    {
      name: 'a word that two found, what is wrong, what comes after done, until the time is up',
      options: `${boggleBoard} --time 1s`,
      players: [
        shouts('guess cats', 'guess Dog', 'guess XQ', 'guess cats', 'done', 'guess toad'),
        shouts('guess CATS'),
      ],
      came: {
        reason: 'time-up',
        players: [
          { score: 1, moves: 2, errors: 2 },
          { score: 0, moves: 1 },
        ],
      },
    },
    {
      name: 'an offender',
      options: boggleBoard,
      players: [shouts('guess CATS', 'pass'), shouts('guess CATS')],
      came: {
        reason: 'last-player',
        players: [
          { outcome: 'offender', score: 0, offence: { kind: 'protocol', rule: 'word' } },
          { outcome: 'won' },
        ],
      },
    },
    {
      name: 'in turns: right, wrong, a pass, a turn that runs out, a late answer, one that gives up',
      options: `${boggleBoard} --rules turns --timeout 2s --time-bank 1s --margin 0`,
      players: [
        says('guess CATS', 'guess XQ', 'pass', 'forfeit'),
        'echo ready; while read -r word rest; do [ "$word $rest" = "timeout 2" ] && echo "@1 pass"; done',
      ],
      came: {
        reason: 'last-player',
        players: [{ outcome: 'forfeited', score: 1, moves: 1, errors: 1 }, { outcome: 'won' }],
      },
    },
    {
      name: 'in turns, to the last of them',
      options: `${boggleBoard} --rules turns --turns 3`,
      players: [says('pass', 'pass'), says('pass')],
      came: { outcome: 'draw', reason: 'turns-used', turns: 3 },
    },
  ];

  const typesOfBoggle = ['guess', 'done', 'found', 'overtime'];

  t.test('Records and results of real games of Boggle too', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    const seen = new Set<string>();
    for (const game of boggleGames) {
      const { value, types } = playAndCheck(t, reader, 'boggle', game);
      t.match(value, game.came, game.name);
      for (const type of types) seen.add(type);
    }
    const common = ['board', 'turn', 'pass', 'timeout', 'late', 'forfeit', 'offence', 'scores'];
    for (const type of [...typesOfBoggle, ...common]) t.ok(seen.has(type), type);
  });

  t.test('What a race of each kind reports is as its schema says', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    for (const [what, command] of Object.entries({
      racers: 'wordhost race --gates 120 --advantages 50us --players 3 --photo-finish 100us',
      players: `wordhost race --gates 20 "${coming}" "${coming}"`,
      records: `wordhost --quiet --record games "${coming}" "${coming}" > games.txt && wordhost race --from games`,
      'somebody who falls': `wordhost race --gates 3 "${coming} --pause 20ms" "printf n; head -c 30 > /dev/null; printf x; cat > /dev/null"`,
    })) {
      const { output } = reader.run(`${command} --json --quiet || true`);
      const report = JSON.parse(output) as Json;
      fits(t, isRace, report, what);
      isDescribed(t, report, raceSchema, what);
      for (const [name, schema] of Object.entries(raceSchema.$defs as Record<string, Json>))
        if (typeof report[name] === 'object' && report[name] !== null)
          isDescribed(t, report[name] as Json, schema, `${what}: ${name}`);
    }
  });

  t.test('Every type of event in the schema happens, and every one that happens is in it', async (t) => {
    const seen = new Set(['spawn', 'exit', 'signal', 'load', 'end']);
    for (let chance = 1; chance <= 20; chance++) {
      const scripts = [1, 2, 3].map((player) => randomScript(10 * chance + player));
      const { events } = await scriptPlayed(planOf({ players: 3, seed: String(chance) }), () => scripts);
      for (const type of checkEvents(
        t,
        events.map((event) => eventLine(event as Noted)),
        `match ${chance}`,
      ))
        seen.add(type);
    }
    const match = await dealt('nrr');
    match.stages[1]!.say('p');
    match.listeners[0]!.caught(unreadOffence(2_000_000), match.dealtAt + 1);
    await match.clock.quiet();
    match.interrupt.abort();
    await match.clock.run(match.played);
    for (const type of checkEvents(
      t,
      match.events.map((event) => eventLine(event as Noted)),
      'an interrupted match',
    ))
      seen.add(type);
    const elsewhere = [...typesOfScrabble, ...typesOfBoggle];
    t.same([...seen].sort(), types.filter((type) => !elsewhere.includes(type)).sort());
  });

  t.test('What is wrong does not fit', async (t) => {
    t.notOk(isResult({ wordhost: 1, outcome: 'won' }));
    t.notOk(isAnyEvent({ n: 1, t: 0, type: 'teleport' }));
    t.notOk(isAnyEvent({ n: 0, t: 0, type: 'interrupt' }));
    for (const wrong of [
      { gamez: 3 },
      { games: '3' },
      { stall: 3 },
      { stall: '3' },
      { hand: 0 },
      { memory: 1 },
      { players: [] },
      { players: [{ name: 'no command' }] },
      { players: [{ command: './bot', seed: 1 }] },
      { players: [{ command: './bot', timeout: 10 }] },
      { players: [{ command: './bot', margin: '1s' }] },
    ])
      t.notOk(isConfig(wrong), JSON.stringify(wrong));
  });

  t.test('Config files that the host takes fit the schema', async (t) => {
    const yaml = blocksOf(page('docs/how-to/several-games-and-ci.md')).filter(
      ({ language }) => language === 'yaml',
    );
    t.ok(yaml.length > 0);
    for (const { text } of yaml) fits(t, isConfig, parse(text), text);
    const all = {
      ...{ seed: 42, games: 3, rotate: false, name: 'one', dictionary: 'english', stderr: 'logs', grace: 0 },
      ...{ memory: '512M', 'max-unread': '64k', require: ['offences=0'], 'photo-finish': '50us', hand: 5 },
    };
    fits(t, isConfig, all, 'many options');
    const limits = { command: './bot', timeout: '10s', 'turn-cpu': 'none', memory: '1G' };
    fits(t, isConfig, { players: ['./bot', limits] }, 'limits of one player');
  });
});

t.test('examples', async (t) => {
  const languagesOfFiles = ['python', 'ts', 'yaml'];
  const pages = allPages();

  const elsewhere = [...racePages, ...slowPages.map(({ path }) => path)];
  followPages(pages.filter(({ path }) => !elsewhere.includes(path)));

  t.test('Each piece of code in a page is run, or says why not', async (t) => {
    for (const page of pages)
      for (const { language, note, line } of blocksOf(page))
        if (languagesOfFiles.includes(language))
          t.match(note.is, /^(file|not run)$/, `${page.path}:${line}: a ${language} block`);
    t.ok(pages.some((page) => blocksOf(page).some(({ language }) => languagesOfFiles.includes(language))));
  });

  t.test('A page that shows what was not printed is found out', async (t) => {
    const printed =
      '     1  Ada     won         24      0     0     3.9 s\nno winner: no player is left\n  A B\n';
    t.same(notPrinted('  1 Ada won 52 1 0 27 ms\n\nA N T\n…\nno winner: …\n', printed), []);
    t.same(notPrinted('  1 Ada lost 52 1 0 27 ms\nplayer 1 has won\n', printed), [
      '  1 Ada lost 52 1 0 27 ms',
      'player 1 has won',
    ]);
  });

  t.test('Where a page shows to the letter, each line stands at its place', async (t) => {
    const printed = 'turn 1000 1\nfailed\nturn 1000 2\npassed 2\n';
    t.same(notExactly(printed, printed), []);
    t.same(notExactly('turn 1…\n…\npassed 2\n', printed), []);
    t.same(notExactly('turn 1000 1\n…\n', printed), []);
    t.same(notExactly('turn 1000 1\nfailed\n', printed), ['(nothing more)']);
    t.same(notExactly('turn 1000 1\nturn 1000 2\n…\n', printed), ['turn 1000 2', '…']);
    t.same(notExactly('…\nturn 1000 3\n', printed), ['turn 1000 3']);
  });
});
