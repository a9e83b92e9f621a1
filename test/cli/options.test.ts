import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseWords } from '../../host/cli/parse.ts';
import { visibleLines } from '../../host/core/text.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { everyCommandOptions } from '../../host/settings/options.ts';
import { allCommands } from '../docs/option-tables.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient } from './letter-a.ts';
import { environmentOf, witness } from './witness.ts';
import { binary, resultsOf, run, usageError } from './wordhost.ts';

t.test('unknown options', async (t) => {
  const cwd = t.testdir({});
  /** It would leave a trace of having been started. */
  const player = 'touch started; printf r; exec sleep 60';
  const two = [player, player];

  const commands = (await allCommands()).filter(([, { passesOn }]) => !passesOn);
  const tried = new Set<unknown>();
  /** An option that several commands have is tried in the first of them. */
  const notTried = (table: OptionTable) =>
    Object.keys(table).filter((name) => tried.size < tried.add(table[name]).size);
  const suffixes = ['-x', ':x', '.x', '_x', 'x', ' x', '\nx', '/x', '--'];

  /** The option with something behind its name: with a value after it, with one after `=`, and before players. */
  const forms = (name: string): readonly (readonly string[])[] => [
    [name, 'value', ...two],
    [`${name}=value`, ...two],
    [name, ...two],
    [...two, name],
  ];

  t.test('an option with anything behind its name is none', async (t) => {
    for (const [called, { options }] of commands) {
      const table = { ...options, ...everyCommandOptions };
      for (const name of [...notTried(table), 'help', 'version', 'h'])
        for (const suffix of suffixes)
          for (const dashes of ['--', '-', '--no-'])
            for (const words of forms(`${dashes}${name}${suffix}`)) {
              const { unknown } = parseWords(words, table);
              if (unknown.length === 1 && unknown[0]!.startsWith(`${dashes}${name}${suffix}`)) continue;
              t.fail(`${called} ${words.join(' ')}: ${unknown}`);
            }
    }
    t.ok(commands.length > 20, 'every command was looked at');
  });

  t.test('the command line refuses it, and says which option was meant', async (t) => {
    tried.clear();
    for (const [called, { options }] of commands) {
      const names = [...notTried(options), 'config'];
      for (const [index, name] of names.entries()) {
        const suffix = suffixes[index % suffixes.length]!;
        const words = forms(`--${name}${suffix}`)[index % 3]!;
        const said = await say([...called.split(' '), ...words], { cwd });
        t.match(said, { status: 2, stdout: '' }, `${called} ${words.join(' ')}`);
        t.match(said.stderr, /^wordhost: unknown option --/);
        t.match(
          said.stderr,
          /did you mean --|in this command it is --|here; it is an option of /,
          'it says what was meant',
        );
      }
    }
    t.notOk(existsSync(join(cwd, 'started')), 'no player was started');
  });

  t.test('what was meant is said', async (t) => {
    for (const [words, meant] of [
      [['scrabble', '--sandbox-strict', './a', './b'], '--sandbox-strict; did you mean --sandbox?'],
      [['--sandbox-level', 'strict', ...two], '--sandbox-level; did you mean --sandbox?'],
      [['--sandbox:strict', ...two], '--sandbox:strict; did you mean --sandbox?'],
      [['boggle', '--memory-limit', '64M', ...two], '--memory-limit; in this command it is --memory'],
      [['boggle', '--timeout-turn', '1s', ...two], '--timeout-turn; did you mean --timeout?'],
      [['--require-winner', '1', ...two], '--require-winner; did you mean --require?'],
      [['--last-player-wins', ...two], '--last-player-wins; did you mean --last-player?'],
      [['---games', '3', ...two], '---games; did you mean --games?'],
      [['--help-me', ...two], '--help-me; did you mean --help?'],
      [['--_', player, player], '--_ ('],
    ] as const) {
      const { status, stderr } = await say(words, { cwd });
      t.equal(status, 2, words.join(' '));
      t.ok(stderr.startsWith(`wordhost: unknown option ${meant}`), stderr);
    }
  });

  t.test('a word that begins with a number below zero is no option', async (t) => {
    const table = { number: { kind: 'count', default: 1, min: -9, max: 9, help: '' } } as const;
    for (const word of ['-5', '-5,-5 across CAT', '-5x', '-0.5'])
      t.match(parseWords([word, './a', '--number', word], table), {
        operands: [word, './a'],
        texts: { number: [word] },
        unknown: [],
      });
    t.match(
      await say(['judge', 'scrabble', '--board', 'infinite', '--rules', 'course', '-5,-5 across CAT']),
      { stderr: '' },
    );
  });

  t.test('an option where a value is expected is no value', async (t) => {
    for (const words of [
      ['--name', '--sandbox', 'strict', ...two],
      ['--name', '-foo', ...two],
    ])
      t.match(await say(words, { cwd }), {
        status: 2,
        stderr: `--name: expected a string after it; got the option ${words[1]} (write a value that begins with - after =)\n`,
      });
    t.match(await say([...two, '--name'], { cwd }), {
      status: 2,
      stderr: '--name: expected a string after it; got nothing\n',
    });
  });

  t.test('what is meant for an option is taken for it', async (t) => {
    const table = {
      flag: { kind: 'flag', default: true, help: '' },
      'long-name': { kind: 'text', default: undefined, help: '' },
      number: { kind: 'count', default: 1, min: -9, max: 9, help: '' },
      port: { kind: 'count', default: 1, min: 1, max: 9, alone: '8017', help: '' },
    } as const;
    for (const [words, texts] of [
      ['--flag ./a', { flag: ['true'] }],
      ['--no-flag ./a', { flag: ['false'] }],
      ['--flag=false ./a', { flag: ['false'] }],
      ['-flag ./a', { flag: ['true'] }],
      ['-flag=0 ./a', { flag: ['false'] }],
      ['--long-name x ./a', { 'long-name': ['x'] }],
      ['--long-name=x=-y ./a', { 'long-name': ['x=-y'] }],
      ['--long-name= ./a', { 'long-name': [''] }],
      ['-long-name x ./a --long-name=-y', { 'long-name': ['x', '-y'] }],
      ['--long-name - ./a', { 'long-name': ['-'] }],
      ['--number -3 ./a', { number: ['-3'] }],
      ['--port ./a', { port: ['8017'] }],
      ['-port ./a', { port: ['8017'] }],
      ['--port=3 ./a', { port: ['3'] }],
    ] as const)
      t.match(parseWords(words.split(' '), table), { texts, operands: ['./a'], unknown: [] }, words);
    t.throws(() => parseWords(['-flag=maybe'], table), /--flag: expected true or false; got "maybe"/);
    t.throws(() => parseWords(['-flag', 'true'], table), /--flag true: .*flag.*no.*space/);
  });
});

t.test('options', async (t) => {
  const stalling = ['--stall', '50ms', '--json'];

  t.test('options come from the command line, else from the environment, else from a file', async (t) => {
    const cwd = t.testdir({
      ...letterA,
      'game.yaml':
        'bunch: bunch\ndictionary: words.txt\nhand: 2\nstall: 50ms\nname: [Ada, Ben]\nseed: "7"\njson: true\n',
      'game.json':
        '{ "bunch": "bunch", "dictionary": "words.txt", "stall": "50ms", "hand": 2, "json": true }',
    });
    const handIn = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const outcome = await run(['--events', 'log', ...args, patient, patient], { cwd, env });
      t.equal(outcome.status, 1, outcome.stderr);
      const events = readFileSync(join(cwd, 'log'), 'utf8').split('\n').slice(0, -1);
      const hand = events.map((line) => JSON.parse(line)).find(({ type }) => type === 'out')!.text.length - 1;
      return { hand, result: resultsOf(outcome)[0]! };
    };

    t.test('a YAML file', async (t) => {
      const { hand, result } = await handIn(['--config', 'game.yaml']);
      t.equal(hand, 2);
      t.match(result, { seed: '7', outcome: 'stalled', players: [{ name: 'Ada' }, { name: 'Ben' }] });
    });

    t.test('a JSON file, named in the environment', async (t) => {
      const { hand } = await handIn([], { WORDHOST_OPT_CONFIG: 'game.json' });
      t.equal(hand, 2);
    });

    t.test('a variable goes before the file, the command line before both', async (t) => {
      const environment = { WORDHOST_OPT_HAND: '4' };
      t.equal((await handIn(['--config', 'game.json'], environment)).hand, 4);
      t.equal((await handIn(['--config', 'game.json', '--hand', '5'], environment)).hand, 5);
    });

    t.test('a variable for an option with a dash in its name, and for a flag', async (t) => {
      const env = { WORDHOST_OPT_LAST_PLAYER: 'continue', WORDHOST_OPT_LENIENT: 'true' };
      const spacious = `printf 'r \\n'; ${dealt}; printf x; exec sleep 60`;
      // Both have time to say what they say.
      const outcome = await run([...letterAOptions, ...stalling, '--stall', '3s', spacious, patient], {
        cwd,
        env,
      });
      t.match(resultsOf(outcome)[0], {
        outcome: 'stalled',
        players: [{ offence: { rule: 'byte', at: 3 } }, {}],
      });
    });

    t.test('after -- all words are players', async (t) => {
      const { status, stderr } = await run([...letterAOptions, '--', '--stall', patient], { cwd });
      t.equal(status, 1);
      t.match(stderr, /player 1 \(--stall\): could not be started/);
    });
  });

  t.test('what players find in their environment', async (t) => {
    const cwd = t.testdir({ ...letterA, 'list.txt': 'b\nAA\n# a comment\nab\naa\n' });
    const env = { WORDHOST_OPT_STALL: '50ms', WORDHOST_OPT_JSON: 'true', FOR_PLAYERS: 'too' };
    const play = async (seed: string) => {
      const outcome = await run(['--dictionary', 'list.txt', '--seed', seed, witness, witness], { cwd, env });
      t.equal(outcome.status, 1, outcome.stderr);
      return { id: resultsOf(outcome)[0]!.id, first: environmentOf(cwd, 1), second: environmentOf(cwd, 2) };
    };
    const { id, first, second } = await play('1');
    const again = await play('1');
    const other = await play('2');

    t.match(first, { WORDHOST_GAME: id, WORDHOST_SEAT: '1', WORDHOST_PLAYERS: '2', FOR_PLAYERS: 'too' });
    t.equal(first.WORDHOST_GAME_NAME, 'bananagrams');
    t.match(second, { WORDHOST_GAME: id, WORDHOST_SEAT: '2', WORDHOST_PLAYERS: '2', PYTHONUNBUFFERED: '1' });
    const options = Object.keys(first).filter((name) => name.startsWith('WORDHOST_OPT_'));
    t.same(options, [], 'options of the host are not theirs');

    t.equal(first.WORDHOST_PLAYER_SEED, again.first.WORDHOST_PLAYER_SEED, 'the same seed and seat');
    const seeds = [first, second, other.first, other.second].map((found) => found.WORDHOST_PLAYER_SEED);
    t.equal(new Set(seeds).size, 4, 'another for another seed or seat');
    for (const seed of seeds) t.match(seed, /^\d+$/);

    t.equal(
      readFileSync(first.WORDHOST_DICTIONARY!, 'utf8'),
      'AA\nAB\nB\n',
      'upper case, sorted, none twice',
    );
    const version = await run(['--version']);
    t.equal(
      readFileSync(join(cwd, 'version.1'), 'utf8'),
      version.stdout,
      'the very same host is on the PATH',
    );
  });

  t.test('--stderr', async (t) => {
    const cwd = t.testdir(letterA);
    const noisy = `echo "a thought of $WORDHOST_SEAT" >&2; ${patient}`;
    const play = async (...args: string[]) =>
      await run([...letterAOptions, ...stalling, ...args, noisy, patient], { cwd });

    t.test('discard, the default: only reports show its end', async (t) => {
      t.notMatch((await play('--quiet')).stderr, /a thought/);
      t.match((await play()).stderr, /\| a thought of 1\n/);
    });
    t.test('inherit says whose line it is', async (t) => {
      t.match((await play('--stderr', 'inherit', '--name', 'Ada')).stderr, /^Ada: a thought of 1$/m);
    });
    t.test('a folder has a file for each player', async (t) => {
      await play('--stderr', 'errors');
      const files = readdirSync(join(cwd, 'errors'));
      const texts = files.map((file) => readFileSync(join(cwd, 'errors', file), 'utf8'));
      t.match(texts.join(''), /a thought of 1\n/, files.join(' '));
    });
  });

  t.test('a word that is not UTF-8 is refused before another program is started for it', async (t) => {
    const host = ['sh', '-c', `"$@" "$(printf './b\\377.py')"`, 'sh', process.execPath, binary];
    const { status, stderr } = await run(['exit 1'], { host });
    t.equal(status, 2);
    t.match(stderr, /"\.\/b\ufffd\.py": expected UTF-8; .*bytes, shown.* \ufffd/);
    t.match(await run(['./b\ufffd.py', 'exit 1']), {
      status: 1,
      stderr: /cannot find the file \.\/b\ufffd\.py/,
    });
  });
});

t.test('misplaced command', async (t) => {
  const player = 'exit 1';

  t.test('options before the command are a mistake that is seen before anything is started', async (t) => {
    for (const [args, says] of [
      [
        ['--seed', '1', 'scrabble', player],
        'scrabble is a wordhost command.* first: wordhost scrabble --seed 1 …',
      ],
      [['--json', 'scrabble', player], 'wordhost scrabble --json … To start a player .* write ./scrabble$'],
      [
        ['--seed', 'my seed', 'check', 'scrabble', player],
        "first: wordhost check scrabble --seed 'my seed' …",
      ],
      [['--board', '5', 'boggle', player], 'first: wordhost boggle --board 5 …'],
      [
        ['--no-color', 'lexicon', 'info'],
        'lexicon info is a wordhost command.* first: wordhost lexicon info --no-color …',
      ],
      [['--seed', '1', 'scrabble', '--help'], 'first: wordhost scrabble --seed 1 …'],
    ] as const)
      t.match(await say(args), { status: 2, stdout: '', stderr: new RegExp(says, 'm') }, args.join(' '));
  });

  t.test('the name of a command can be a value, or a program', async (t) => {
    const notRefused = async (args: readonly string[], cwd?: string) => {
      const { stderr } = await say(args, cwd === undefined ? {} : { cwd });
      t.notMatch(stderr, 'is a wordhost command', args.join(' '));
    };
    await notRefused(['--name', 'scrabble', '--quiet', player]);
    await notRefused(['--seed', 'scrabble', '--quiet', player]);
    await notRefused(['--quiet', player, 'scrabble']);
    await notRefused(['--quiet', '--', 'scrabble']);
    const cwd = t.testdir({});
    writeFileSync(join(cwd, 'scrabble'), '#!/bin/sh\n', { mode: 0o755 });
    await notRefused(['--quiet', 'scrabble'], cwd);
    await notRefused(['--quiet', './scrabble'], cwd);
  });

  t.test('a mistyped command is the same mistake where its help is asked for', async (t) => {
    for (const args of [
      ['help', 'boogle'],
      ['--help', 'boogle'],
      ['boogle', '--help'],
    ])
      t.match(await say(args), usageError(/unknown command "boogle"; did you mean boggle\?/));
    t.match(await say(['help', './bot']), { status: 0, stdout: /^Commands$/m });
  });

  t.test('a mistyped variable is told the nearest option of all commands', async (t) => {
    const env = { WORDHOST_OPT_SEDE: '1' };
    t.match(await say(['lexicon', 'check', 'cat'], { env }), {
      status: 2,
      stderr: /WORDHOST_OPT_SEDE: unknown option; did you mean WORDHOST_OPT_SEED\?$/m,
    });
  });
});

t.test('shell word', async (t) => {
  t.test('a word for a shell has no controls, and is the same word again', async (t) => {
    const words = [
      './bot',
      `"$HOME's" \`id\` \\n % !`,
      '',
      'grün 好',
      'a\nb\tc',
      'a\n::error::b\n\n  ##[error]c\nd\n',
      '\x1b[31m\x07red\x1b[0m',
      'a\u202eb\ufeff\u2028c\r',
    ];
    const printed = words.map(shellWord);
    t.equal(printed[0], './bot');
    t.notMatch(printed.join(' '), /^\s*(::|##\[)/m, 'no line is a command for a service of CI');
    t.equal(visibleLines(printed.join(' ')), printed.join(' '));
    const out = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${printed.join(' ')}`], { encoding: 'utf8' });
    t.same(out.split('\0').slice(0, -1), words);
  });
});
