import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readWords } from '../../host/cli/read-words.ts';
import { everyCommandOptions } from '../../host/settings/every-command-options.ts';
import { allCommands } from '../docs/option-tables.ts';
import { say } from './in-process.ts';

const cwd = t.testdir({});
/** It would leave a trace of having been started. */
const player = 'touch started; printf r; exec sleep 60';
const two = [player, player];

const commands = (await allCommands()).filter(([, { passesOn }]) => !passesOn);
const suffixes = ['-x', ':x', '.x', '_x', 'x', ' x', '/x', '--'];

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
    for (const name of [...Object.keys(table), 'help', 'version', 'h'])
      for (const suffix of suffixes)
        for (const dashes of ['--', '-', '--no-'])
          for (const words of forms(`${dashes}${name}${suffix}`)) {
            const { unknown } = readWords(words, table);
            if (unknown.length === 1 && unknown[0]!.startsWith(`${dashes}${name}${suffix}`)) continue;
            t.fail(`${called} ${words.join(' ')}: ${unknown}`);
          }
  }
  t.ok(commands.length > 20, 'every command was looked at');
});

t.test('the command line refuses it, and says which option was meant', async (t) => {
  for (const [called, { options }] of commands) {
    const names = [...Object.keys(options), 'config'];
    for (const [index, name] of names.entries()) {
      const suffix = suffixes[index % suffixes.length]!;
      const words = forms(`--${name}${suffix}`)[index % 3]!;
      const said = await say([...called.split(' '), ...words], { cwd });
      t.match(said, { status: 2, stdout: '' }, `${called} ${words.join(' ')}`);
      t.match(said.stderr, /^wordhost: there is no option --/);
      t.match(said.stderr, /did you mean --|here it is --|here; it is one of /, 'it says what was meant');
    }
  }
  t.notOk(existsSync(join(cwd, 'started')), 'no player was started');
});

t.test('what was meant is said', async (t) => {
  for (const [words, meant] of [
    [['scrabble', '--sandbox-strict', './a', './b'], '--sandbox-strict; did you mean --sandbox?'],
    [['--sandbox-level', 'strict', ...two], '--sandbox-level; did you mean --sandbox?'],
    [['--sandbox:strict', ...two], '--sandbox:strict; did you mean --sandbox?'],
    [['boggle', '--memory-limit', '64M', ...two], '--memory-limit; here it is --memory'],
    [['boggle', '--timeout-turn', '1s', ...two], '--timeout-turn; did you mean --timeout?'],
    [['--require-winner', '1', ...two], '--require-winner; did you mean --require?'],
    [['--last-player-wins', ...two], '--last-player-wins; did you mean --last-player?'],
    [['---games', '3', ...two], '---games; did you mean --games?'],
    [['--help-me', ...two], '--help-me; did you mean --help?'],
    [['--_', player, player], '--_ ('],
  ] as const) {
    const { status, stderr } = await say(words, { cwd });
    t.equal(status, 2, words.join(' '));
    t.ok(stderr.startsWith(`wordhost: there is no option ${meant}`), stderr);
  }
});

t.test('a word that begins with a number below zero is no option', async (t) => {
  const table = { number: { kind: 'count', default: 1, min: -9, max: 9, help: '' } } as const;
  for (const word of ['-5', '-5,-5 across CAT', '-5x', '-0.5'])
    t.match(readWords([word, './a', '--number', word], table), {
      operands: [word, './a'],
      said: { number: [word] },
      unknown: [],
    });
  t.match(await say(['judge', 'scrabble', '--board', 'infinite', '--rules', 'course', '-5,-5 across CAT']), {
    stderr: '',
  });
});

t.test('an option where a value is expected is no value', async (t) => {
  for (const words of [
    ['--name', '--sandbox', 'strict', ...two],
    ['--name', '-foo', ...two],
  ])
    t.match(await say(words, { cwd }), {
      status: 2,
      stderr: `--name: expected a text after it; got the option ${words[1]} (a value that begins with - goes after =)\n`,
    });
  t.match(await say([...two, '--name'], { cwd }), {
    status: 2,
    stderr: '--name: expected a text after it; got nothing\n',
  });
});

t.test('what is meant for an option is taken for it', async (t) => {
  const table = {
    flag: { kind: 'flag', default: true, help: '' },
    'long-name': { kind: 'text', default: undefined, help: '' },
    number: { kind: 'count', default: 1, min: -9, max: 9, help: '' },
    port: { kind: 'count', default: 1, min: 1, max: 9, alone: '8017', help: '' },
  } as const;
  for (const [words, said] of [
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
    t.match(readWords(words.split(' '), table), { said, operands: ['./a'], unknown: [] }, words);
  t.throws(() => readWords(['-flag=maybe'], table), /--flag: expected true or false; got "maybe"/);
  t.throws(() => readWords(['-flag', 'true'], table), /--flag true: a flag takes no value after a space/);
});
