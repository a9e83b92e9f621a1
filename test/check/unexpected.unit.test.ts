import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Gone } from '../../host/match/seat.ts';
import { whyNotStarted } from '../../host/seats/process/starting/why-not-started.ts';
import { unexpected } from '../../host/tools/check/unexpected.ts';

const cwd = t.testdir({ 'bot.py': 'print(1)\n', folder: {}, 'needs.sh': '#!/bin/sh\nnosuch\n' });
chmodSync(join(cwd, 'needs.sh'), 0o755);
writeFileSync(join(cwd, 'binary'), Buffer.from([0, 1]), { mode: 0o755 });
writeFileSync(join(cwd, 'part'), '\x7fELF\0', { mode: 0o755 });

const afterGone = (gone: Gone) =>
  unexpected({ kind: 'gone', gone, unfinished: undefined }, '`ready`', './bot', 1e9);

function afterStart(command: string, code: number) {
  const failed = { command, code, cwd, path: '/usr/bin:/bin', isHidden: false };
  return afterGone({ cause: 'exited', code, signal: null, problem: whyNotStarted(failed) });
}

t.test('A program that could not be started did not end, and what to do is the repair', async (t) => {
  for (const [command, code, came, advice] of [
    [
      'nosuch',
      127,
      'it could not be started: there is no program nosuch on the PATH',
      /^Give a command that starts .+ "python3 bot\.py"\.$/,
    ],
    ['./my bot', 127, /^it could not be started: there is no file \.\/my in \//, /^Give a command/],
    ['./bot.py', 126, 'it could not be started: ./bot.py may not be executed', 'Write python3 ./bot.py'],
    ['./folder', 126, 'it could not be started: ./folder is a folder', 'Name the program in it'],
    ['./binary', 126, /^it could not be started: .+: it is a program for another system/, /^Give a command/],
    ['./part', 126, /^it could not be started: .+ is a part of a program/, 'Build it or copy it again'],
    ['./needs.sh', 127, /^it ended with status 127: \.\/needs\.sh was found/, /Its standard error may tell/],
  ] as const)
    t.match(afterStart(command, code), { is: 'wrong', expected: '`ready`', came, advice }, command);
});

t.test('A bot that writes a byte order mark is told how to leave it out', async (t) => {
  const detail =
    'line 1: a byte order mark (U+FEFF) in column 1: write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false))';
  const offence = { kind: 'protocol', rule: 'byte', detail } as const;
  t.match(unexpected({ kind: 'fault', offence, bytes: [0, 9], at: 0 }, '`ready`', './bot', 1e9), {
    came: 'line 1: a byte order mark (U+FEFF) in column 1',
    advice: 'Write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false)).',
  });
});

t.test('A program that was started and left is told as before', async (t) => {
  for (const [gone, came] of [
    [{ cause: 'exited', code: 4, signal: null }, 'it ended with status 4'],
    [{ cause: 'exited', code: null, signal: 'SIGSEGV' }, 'it died of SIGSEGV'],
    [{ cause: 'closed', code: null, signal: null }, 'it closed its output'],
  ] as const)
    t.match(afterGone(gone), { came, advice: /^A bot stays until SIGTERM/ });
});
