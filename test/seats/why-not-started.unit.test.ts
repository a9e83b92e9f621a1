import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { firstWord } from '../../host/seats/process/starting/first-word.ts';
import { explained, whyNotStarted } from '../../host/seats/process/starting/why-not-started.ts';
import { unstartable } from '../../host/seats/process/unstarted-seat.ts';

const cwd = t.testdir({
  programs: { python3: '#!/bin/sh\n' },
  folder: {},
  'bot.py': 'print("hi")\n',
  'bot.rb': '#!/usr/bin/env ruby\n',
  words: 'a list\n',
  'it has spaces.py': 'print("hi")\n',
  x: {
    'bot.py': 'print("hi")\n',
    'windows.py': '#!/usr/bin/env python3\r\nprint("hi")\r\n',
    absent: '#!/usr/bin/nosuch\n',
    unnamed: '#!/usr/bin/env -S X=1 nosuchruby -w\n',
    fine: '#!/bin/sh\n',
    marked: '\ufeff#!/bin/sh\n',
    notes: 'some text\n',
    'lines.sh': 'exit 2\n',
    binary: '\0\0',
    'windows.exe': 'MZ\x90\0',
    noise: 'a\x01\x02\n',
  },
});
chmodSync(join(cwd, 'programs/python3'), 0o755);
for (const name of [
  'bot.py',
  'windows.py',
  'absent',
  'unnamed',
  'fine',
  'marked',
  'notes',
  'lines.sh',
  'binary',
  'windows.exe',
  'noise',
])
  chmodSync(join(cwd, 'x', name), 0o755);

symlinkSync('nowhere', join(cwd, 'dangling'));
symlinkSync('ring', join(cwd, 'ring'));
symlinkSync('x/notes', join(cwd, 'linked'));
/** An ELF file for another processor than this one, whatever this one is; written as Linux on Alpha would. */
const alpha = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(57)]);
alpha.writeUInt16LE(0x9026, 18);
writeFileSync(join(cwd, 'x/alpha'), alpha, { mode: 0o755 });
writeFileSync(join(cwd, 'x/part'), '\x7fELF\x02\x01', { mode: 0o755 });
writeFileSync(join(cwd, 'x/mac'), Buffer.from('cffaedfe07000001', 'hex'), { mode: 0o755 });

const failed = { cwd, path: join(cwd, 'programs'), isHidden: false };

const told: readonly (readonly [command: string, code: number, says: string | undefined])[] = [
  [
    'bot.py',
    127,
    'the shell looks for bot.py on the PATH only, and the file lies in its folder: write python3 ./bot.py',
  ],
  [
    'bot.rb --fast',
    127,
    'the shell looks for bot.rb on the PATH only, and the file lies in its folder: chmod +x ./bot.rb, then ./bot.rb, or call it as ruby ./bot.rb',
  ],
  ['python', 127, 'there is no program python on the PATH; there is python3'],
  ['nosuch bot', 127, 'there is no program nosuch on the PATH'],
  ['./bto.py', 127, `there is no file ./bto.py in ${cwd}; did you mean bot.py?`],
  ['/nosuch/at/all', 127, 'there is no file /nosuch/at/all'],
  ['./folder', 126, './folder is a folder: name the program in it'],
  ['./bot.py', 126, './bot.py may not be executed: write python3 ./bot.py'],
  [
    './bot.rb',
    126,
    './bot.rb may not be executed: chmod +x ./bot.rb, then ./bot.rb, or call it as ruby ./bot.rb',
  ],
  [
    './words',
    126,
    './words may not be executed: begin it with a #! line that names what runs it, then chmod +x ./words',
  ],
  ["'./it has spaces.py'", 126, "./it has spaces.py may not be executed: write python3 './it has spaces.py'"],
  [
    'x/windows.py',
    127,
    "the first line of x/windows.py ends with a carriage return, as on Windows: sed -i 's/\\r$//' x/windows.py",
  ],
  ['exec x/absent', 127, 'the first line of x/absent names /usr/bin/nosuch, which is not there'],
  ['LEVEL=3 x/unnamed', 127, 'the first line of x/unnamed names nosuchruby, which is not on the PATH'],
  ['x/fine', 127, 'x/fine was found, and something that it needs was not: its standard error says what'],
  [
    'x/fine',
    126,
    'x/fine may not be executed here: its folder cannot be entered, or its file system is mounted noexec',
  ],
  ['x/fine', 3, undefined],
  [
    'python3 bot.py',
    127,
    'python3 was found, and something that it needs was not: its standard error says what',
  ],
  [
    'python3 bot.py',
    126,
    'python3 was found, and something that it calls could not be executed: its standard error says what',
  ],
  ['python3 bot.py', 2, undefined],
  [
    'x/marked',
    127,
    "x/marked begins with a byte order mark, so that the system does not see its first line: sed -i '1s/^\\xef\\xbb\\xbf//' x/marked",
  ],
  [
    'x/bot.py',
    2,
    'x/bot.py has no #! line, so the shell ran it as a script of its own: begin it with #!/usr/bin/env python3, or call it as python3 x/bot.py',
  ],
  [
    'x/notes',
    127,
    'x/notes has no #! line, so the shell ran it as a script of its own: begin it with one that names what runs it, as #!/usr/bin/env python3',
  ],
  ['x/lines.sh', 2, undefined],
  [
    'x/binary',
    126,
    'x/binary cannot be executed: it is a program for another system or processor, or its file system is mounted noexec',
  ],
  [
    'x/binary',
    127,
    'x/binary is neither a program of this system nor a script: build it again, or begin with what runs it',
  ],
  [
    'x/noise',
    127,
    'x/noise is neither a program of this system nor a script: build it again, or begin with what runs it',
  ],
  ['x/binary', 1, undefined],
  ['x/windows.exe', 127, 'x/windows.exe is a program for Windows (PE): build it for this machine'],
  ['x/mac', 127, 'x/mac is a program for macOS (Mach-O): build it for this machine'],
  ['x/alpha', 2, 'x/alpha is a program for another processor (ELF, number 36902): build it for this machine'],
  ['x/part', 2, 'x/part is a part of a program, which ends too soon: build it or copy it again'],
  ['./dangling', 127, './dangling is a link to nowhere, which is not there'],
  ['./ring', 126, './ring is a link that leads back to itself'],
  [
    './linked',
    127,
    './linked has no #! line, so the shell ran it as a script of its own: begin it with one that names what runs it, as #!/usr/bin/env python3',
  ],
  ['exit 127', 127, undefined],
  ['cd x && ./nosuch', 127, undefined],
  ['"$BOT"', 127, undefined],
];

t.test('a command that could not be started: what is wrong with its program, and what to do', async (t) => {
  for (const [command, code, says] of told)
    t.equal(whyNotStarted({ ...failed, command, code }), says, `${command}, status ${code}`);
});

t.test(
  'the program of a command is its first word where the shell has nothing to do but start it',
  async (t) => {
    const words: readonly (readonly [string, string | undefined])[] = [
      ['./bot --fast', './bot'],
      [' exec  A=1 B= ./bot', './bot'],
      [`'it is' "so"`, 'it is'],
      ['"it is" so', 'it is'],
      ['./bot 2>/dev/null', './bot'],
      ['./bot | cat', undefined],
      ['./bot; ./other', undefined],
      ['(./bot)', undefined],
      ['$BOT', undefined],
      ['`which bot`', undefined],
      ['~/bot', undefined],
      ['', undefined],
    ];
    for (const [command, word] of words) t.equal(firstWord(command), word, command);
  },
);

t.test('under strict, what is as it should be outside may be hidden inside', async (t) => {
  const hidden = { ...failed, isHidden: true };
  const gone = { cause: 'crashed', code: 127, signal: null } as const;
  const told = (command: string) => explained(gone, { ...hidden, command }, false).problem;
  t.match(told('x/fine'), /^under --sandbox strict .*--readable DIR/);
  t.match(told('x/absent'), /names \/usr\/bin\/nosuch/);
});

t.test('a player that ends later, or with a reason of its own, is not explained', async (t) => {
  const crashed = { cause: 'crashed', code: 2, signal: null } as const;
  const failing = { ...failed, command: 'x/bot.py' };
  t.match(explained(crashed, failing, false).problem, /no #! line/);
  t.equal(explained(crashed, failing, true), crashed);
  const named = { ...crashed, code: 127, problem: 'a reason' };
  t.equal(explained(named, failing, false), named);
  const exited = { cause: 'exited', code: 0, signal: null } as const;
  t.equal(explained(exited, failing, false), exited);
});

t.test('a folder that is gone, or is none, is named in words', async (t) => {
  const why = (folder: string) => unstartable('./bot', { broken: undefined }, join(cwd, folder));
  t.equal(
    why('none'),
    `the folder ${cwd}/none cannot be entered (--cwd): there is no such file or folder (ENOENT)`,
  );
  t.equal(
    why('words/x'),
    `the folder ${cwd}/words/x cannot be entered (--cwd): a part of its path is no folder (ENOTDIR)`,
  );
  t.equal(why('folder'), undefined);
});
