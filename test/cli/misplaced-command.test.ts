import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';

const player = 'exit 1';

t.test('options before the command are a mistake that is seen before anything is started', async (t) => {
  for (const [args, says] of [
    [['--seed', '1', 'scrabble', player], 'scrabble is a command .* first: wordhost scrabble --seed 1 …'],
    [['--json', 'scrabble', player], 'wordhost scrabble --json … A player .* called as: ./scrabble$'],
    [['--seed', 'my seed', 'check', 'scrabble', player], "first: wordhost check scrabble --seed 'my seed' …"],
    [['--board', '5', 'boggle', player], 'first: wordhost boggle --board 5 …'],
    [['--no-color', 'lexicon', 'info'], 'lexicon is a command .* first: wordhost lexicon --no-color …'],
    [['--seed', '1', 'scrabble', '--help'], 'first: wordhost scrabble --seed 1 …'],
  ] as const)
    t.match(await say(args), { status: 2, stdout: '', stderr: new RegExp(says, 'm') }, args.join(' '));
});

t.test('the name of a command can be a value, or a program', async (t) => {
  const notRefused = async (args: readonly string[], cwd?: string) => {
    const { stderr } = await say(args, cwd === undefined ? {} : { cwd });
    t.notMatch(stderr, 'is a command of wordhost', args.join(' '));
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
    t.match(await say(args), { status: 2, stdout: '', stderr: /no command "boogle"; did you mean boggle\?/ });
  t.match(await say(['help', './bot']), { status: 0, stdout: /^Commands$/m });
});

t.test('a mistyped variable is told the nearest option of all commands', async (t) => {
  const env = { WORDHOST_OPT_SEDE: '1' };
  t.match(await say(['lexicon', 'check', 'cat'], { env }), {
    status: 2,
    stderr: /WORDHOST_OPT_SEDE: there is no such option; did you mean WORDHOST_OPT_SEED\?$/m,
  });
});
