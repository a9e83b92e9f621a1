import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { run } from './wordhost.ts';

const club = `#character-encoding UTF-8
#player1 Ada Ada
#player2 Ben Ben
>Ada: AEEIRST 8D SERIATE +66 66
>Ben: ?DGLNOU E7 G.LN +5 5
`;

/** It writes what it is told once it is asked for a move, and goes on to read. */
const hostile = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const flood = (text) => { while (process.stdout.write(text)); process.stdout.once('drain', () => flood(text)); };
const write = (text) => process.stdout.write(text);
const habits = {
  silent() {},
  flood() { flood('hello\\n'); },
  'no end of line'() { flood('x'.repeat(1 << 20)); },
  'half a line'() { write('bestmove 8H.CA'); },
  'invalid UTF-8'() { write(Buffer.from([...Buffer.from('bestmove 8H.'), 0xff, 0xfe, 0xc3, 10])); },
  'a huge row'() { write('bestmove 99H.CAT\\n'); },
  'a huge number'() { write('1: 99999999999999999999H CAT\\n'); },
  'a huge word'() { write('bestmove 8H.' + 'A'.repeat(60000) + '\\n'); },
  'a huge change'() { write('bestmove ex.' + 'A'.repeat(50000) + '\\n'); },
  'a change of ids'() { write('bestmove ex.-1\\n'); },
  'a change of a number'() { write('1: (exch 7)\\n'); },
  'tiles it does not have'() { write('bestmove ex.QQ\\n'); },
  escapes() { write('error \\x1b]0;owned\\x07 \\x9b2J \\u202e\\n'); },
  exit() { process.exit(3); },
  death() { process.kill(process.pid, 'SIGKILL'); },
  'another position'() { write('bestmove 1A.QUIXOTRY\\n'); },
  children() {
    writeFileSync('child', String(spawn('sleep', ['600'], { stdio: 'inherit' }).pid));
    setInterval(() => {}, 1000);
    write('bestmove pass\\n');
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('gen')) habits[process.argv[2]]();
});
`;

const attacks: readonly (readonly [habit: string, says: RegExp])[] = [
  ['silent', /within 30\.0 s; the engine wrote nothing$/m],
  ['flood', /its last output: "hello", "hello", "hello"$/m],
  ['no end of line', /; a line without an end: "x{200}"$/m],
  ['half a line', /; a line without an end: "bestmove 8H\.CA"$/m],
  ['invalid UTF-8', /is not valid/],
  ['a huge row', /expected.*move.*; .*: it is not legal here/],
  ['a huge number', /its last output: "1: 9+H CAT"/],
  ['a huge word', /expected.*move.*; got ".{200}": it is not legal here/],
  ['a huge change', /expected.*move.*; got ".{200}": it is not legal here/],
  ['a change of ids', /letters.*tiles.*change/],
  ['a change of a number', /letters.*tiles.*change/],
  ['tiles it does not have', /expected a move/],
  ['escapes', /the engine answered "error \\u001b\]0;owned/],
  ['exit', /the engine exited with status 3/],
  ['death', /the engine (?:exited with status 137|was ended by SIGKILL)/],
  ['another position', /expected a move/],
];

t.test('an engine that means harm to analyze', async (t) => {
  t.jobs = 6;
  const cwd = t.testdir({ 'club.gcg': club, 'hostile.mjs': hostile });
  const asked = async (habit: string) => {
    const words = ['--kind', 'macondo', '--engine', `${process.execPath} hostile.mjs '${habit}'`];
    return await run(['analyze', 'club.gcg', ...words], { cwd });
  };
  for (const [habit, says] of attacks)
    t.test(habit, { buffered: true }, async (t) => {
      const { status, stderr } = await asked(habit);
      t.equal(status, 2, stderr);
      t.match(stderr, says);
      t.ok(stderr.length < 2000, 'it is short');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they steer a terminal
      t.notMatch(stderr, /[\u001b\u009b\u202e]/u, 'it does not steer the terminal');
    });

  t.test('its children do not survive', async (t) => {
    const { status, stderr } = await asked('children');
    t.equal(status, 0, stderr);
    const child = readFileSync(join(cwd, 'child'), 'utf8');
    for (let tries = 0; tries < 50 && existsSync(`/proc/${child}`); tries++) await sleep(100);
    t.notOk(existsSync(`/proc/${child}`));
  });
});
