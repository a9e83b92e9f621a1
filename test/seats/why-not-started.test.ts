import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { unstartable } from '../../host/seats/process/process-seats.ts';
import { explainFailure, firstWord, whyNotStarted } from '../../host/seats/process/why-not-started.ts';

const cwd = t.testdir({
  programs: { python3: '#!/bin/sh\n', java: '#!/bin/sh\n' },
  folder: {},
  'my bots': { 'bot.py': '' },
  mybot: { 'player.py': '', 'words.py': '' },
  packed: { '__main__.py': '' },
  'p.cpp': 'int main() {}\n',
  'Bot.java': '',
  'Made.java': '',
  'Made.class': '',
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
    'it is.rs': 'fn main() {}\n',
    'tool.go': '#!/bin/sh\n',
    'built.c': '\0\0',
    binary: '\0\0',
    'windows.exe': 'MZ\x90\0',
    noise: 'a\x01\x02\n',
  },
});
for (const name of ['python3', 'java']) chmodSync(join(cwd, 'programs', name), 0o755);
for (const name of [
  'it is.rs',
  'tool.go',
  'built.c',
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

// The first folder of the PATH cannot be looked into, even by root, and does not hide the second.
const path = [join(cwd, 'ring'), join(cwd, 'programs')].join(delimiter);
const failed = { cwd, path, hides: undefined };

const told: readonly (readonly [command: string, code: number, says: string | undefined])[] = [
  [
    'bot.py',
    127,
    'the shell looks for bot.py only on the PATH, but the file is in the working directory: use python3 ./bot.py',
  ],
  [
    'bot.rb --fast',
    127,
    'the shell looks for bot.rb only on the PATH, but the file is in the working directory: chmod +x ./bot.rb, then ./bot.rb, or use ruby ./bot.rb',
  ],
  ['python', 127, 'cannot find the program python on the PATH; did you mean python3?'],
  ['nosuch bot', 127, 'cannot find the program nosuch on the PATH'],
  ['./bto.py', 127, `cannot find the file ./bto.py in ${cwd}; did you mean bot.py?`],
  ['/nosuch/at/all', 127, 'cannot find the file /nosuch/at/all'],
  ['./folder', 126, './folder is a folder. Name the program in it'],
  ['./bot.py', 126, './bot.py is not executable: use python3 ./bot.py'],
  ['./bot.rb', 126, './bot.rb is not executable: chmod +x ./bot.rb, then ./bot.rb, or use ruby ./bot.rb'],
  [
    './words',
    126,
    './words is not executable: add a first line such as #!/usr/bin/env python3, then chmod +x ./words',
  ],
  ["'./it has spaces.py'", 126, "./it has spaces.py is not executable: use python3 './it has spaces.py'"],
  [
    'x/windows.py',
    127,
    "the first line of x/windows.py ends with a Windows line ending. Remove it: sed -i 's/\\r$//' x/windows.py",
  ],
  ['exec x/absent', 127, 'the first line of x/absent names /usr/bin/nosuch, which does not exist'],
  ['LEVEL=3 x/unnamed', 127, 'the first line of x/unnamed names nosuchruby, which is not on the PATH'],
  ['x/fine', 127, 'x/fine was found, but something that it needs was not found. See its standard error'],
  [
    'x/fine',
    126,
    'cannot execute x/fine: its folder is not accessible, or its file system is mounted noexec',
  ],
  ['x/fine', 3, undefined],
  [
    'python3 bot.py',
    127,
    'python3 was found, but something that it needs was not found. See its standard error',
  ],
  [
    'python3 bot.py',
    126,
    'python3 was found, but something that it calls could not be executed. See its standard error',
  ],
  ['python3 bot.py', 2, undefined],
  [
    'x/marked',
    127,
    "x/marked begins with a byte order mark, so the system cannot read its first line. Remove it: sed -i '1s/^\\xef\\xbb\\xbf//' x/marked",
  ],
  [
    'x/bot.py',
    2,
    'x/bot.py has no #! line, so the shell ran it as a shell script. Add the first line #!/usr/bin/env python3, or use python3 x/bot.py',
  ],
  [
    'x/notes',
    127,
    'x/notes has no #! line, so the shell ran it as a shell script. Add a first line such as #!/usr/bin/env python3',
  ],
  ['x/lines.sh', 2, undefined],
  [
    'x/binary',
    126,
    'cannot execute x/binary: it is a program for another system or processor, or its file system is mounted noexec',
  ],
  [
    'x/binary',
    127,
    'x/binary is neither a program for this system nor a script. Build it again, or start the command with its interpreter',
  ],
  [
    'x/noise',
    127,
    'x/noise is neither a program for this system nor a script. Build it again, or start the command with its interpreter',
  ],
  ['x/binary', 1, undefined],
  ['x/windows.exe', 127, 'x/windows.exe is a program for Windows (PE). Build it for this machine'],
  ['x/mac', 127, 'x/mac is a program for macOS (Mach-O). Build it for this machine'],
  ['x/alpha', 2, 'x/alpha is a program for another processor (ELF, number 36902). Build it for this machine'],
  ['x/part', 2, 'x/part is incomplete. Build it or copy it again'],
  ['./dangling', 127, './dangling is a link to nowhere, which does not exist'],
  ['./ring', 126, './ring is a link to itself'],
  [
    './linked',
    127,
    './linked has no #! line, so the shell ran it as a shell script. Add a first line such as #!/usr/bin/env python3',
  ],
  ['./p.cpp', 126, './p.cpp is source code. Compile it: g++ -O2 -o ./p ./p.cpp, then use ./p'],
  ['p.cpp --deep', 127, 'p.cpp is source code. Compile it: g++ -O2 -o ./p ./p.cpp, then use ./p'],
  [
    "'x/it is.rs'",
    2,
    "x/it is.rs is source code. Compile it: rustc -O -o 'x/it is' 'x/it is.rs', then use 'x/it is'",
  ],
  ['x/tool.go', 1, undefined],
  ['x/built.c', 1, undefined],
  [
    'java Bot',
    1,
    'java Bot needs Bot.class, but only Bot.java is there. Compile it: javac Bot.java, or use java Bot.java',
  ],
  ['java -Xmx1g Made', 1, undefined],
  ['java -cp out Bot', 1, undefined],
  ['java game.Bot', 1, undefined],
  [
    './my bots/bot.py --fast',
    127,
    "the path ./my bots/bot.py has a space: put it in quotes of its own inside the command: './my bots/bot.py' --fast",
  ],
  [
    'my bots/bot.py',
    127,
    "the path my bots/bot.py has a space: put it in quotes of its own inside the command: 'my bots/bot.py'",
  ],
  [
    'A=1 python3 -u my bots/bot.py',
    2,
    "the path my bots/bot.py has a space: put it in quotes of its own inside the command: A=1 python3 -u 'my bots/bot.py'",
  ],
  ['mybot', 127, 'mybot is a folder. Name the program in it: python3 mybot/player.py'],
  ['./mybot', 126, './mybot is a folder. Name the program in it: python3 mybot/player.py'],
  ['python3 mybot', 1, 'mybot is a folder. Name the program in it: python3 mybot/player.py'],
  ['python3 packed', 1, undefined],
  ['python3 bto.py', 2, `cannot find the file bto.py in ${cwd}; did you mean bot.py?`],
  ['python3 -m bto', 1, undefined],
  ['python3 -c bto', 1, undefined],
  ['python3 "$BOT"', 1, undefined],
  ['exit 127', 127, undefined],
  ['cd x && ./nosuch', 127, undefined],
  ['"$BOT"', 127, undefined],
];

t.test('a command that could not be started: what is wrong with its program, and what to do', async (t) => {
  for (const [command, code, says] of told)
    t.equal(whyNotStarted({ ...failed, command, code }), says, `${command}, status ${code}`);
});

t.test('the first word of a plain command is its program', async (t) => {
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
});

t.test('under strict, what is as it should be outside may be hidden inside', async (t) => {
  const hidden = { ...failed, hides: (path: string) => path.startsWith(`${cwd}/y/`) };
  const gone = { cause: 'crashed', code: 127, signal: null } as const;
  const told = (command: string) => explainFailure(gone, { ...hidden, command }, false).problem;
  t.match(told('x/fine'), /^under --sandbox strict .*--readable DIR/);
  t.match(told('x/absent'), /names \/usr\/bin\/nosuch/);
  const outside = { ...failed, hides: (path: string) => path === join(cwd, 'x', 'notes') };
  const failing = { ...outside, command: 'python3 -u x/fine x/notes' };
  const says = `--sandbox strict hides x/notes from the player. To show it, use --readable ${join(cwd, 'x')}`;
  for (const code of [1, 2, 127]) t.equal(explainFailure({ ...gone, code }, failing, false).problem, says);
  t.equal(explainFailure({ ...gone, code: 2 }, failing, true).problem, undefined);
  t.equal(
    explainFailure({ ...gone, code: 2 }, { ...outside, command: 'python3 x/fine' }, false).problem,
    undefined,
  );
});

t.test('a player that ends later, or with a reason of its own, is not explained', async (t) => {
  const crashed = { cause: 'crashed', code: 2, signal: null } as const;
  const failing = { ...failed, command: 'x/bot.py' };
  t.match(explainFailure(crashed, failing, false).problem, /no #! line/);
  t.equal(explainFailure(crashed, failing, true), crashed);
  const named = { ...crashed, code: 127, problem: 'a reason' };
  t.equal(explainFailure(named, failing, false), named);
  const exited = { cause: 'exited', code: 0, signal: null } as const;
  t.equal(explainFailure(exited, failing, false), exited);
});

t.test('a folder that is gone, or is none, is named in words', async (t) => {
  const why = (folder: string) => unstartable('./bot', { broken: undefined }, join(cwd, folder));
  t.equal(why('none'), `cannot enter the folder ${cwd}/none (--cwd): no such file or folder (ENOENT)`);
  t.equal(
    why('words/x'),
    `cannot enter the folder ${cwd}/words/x (--cwd): a part of its path is not a folder (ENOTDIR)`,
  );
  t.equal(why('folder'), undefined);
});
