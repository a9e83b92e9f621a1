import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { run } from './wordhost.ts';

const sandbox = await probeSandbox('strict');
const skip = 'problem' in sandbox ? sandbox.problem : false;
const examples = join(import.meta.dirname, '..', '..', 'examples', 'boggle');
const words = 'AT\nTEA\nTEN\nNET\nRAT\nTAR\nART\nSET\nSIT\nTIE\nONE\nEON\nRATE\nTEAR\nNOTE\nTONE\n';
const FOLDERS = 40;

/** By what a folder has in it. */
const kinds: readonly ((folder: string) => void)[] = [
  (folder) => cpSync(join(examples, 'python', 'player.py'), join(folder, 'player.py')),
  (folder) => cpSync(join(examples, 'perl'), folder, { recursive: true }),
  (folder) => {
    cpSync(join(examples, 'awk', 'player.awk'), join(folder, 'player.awk'));
    writeFileSync(join(folder, 'run'), '#!/bin/sh\nexec awk -f player.awk\n', { mode: 0o755 });
  },
  (folder) => {
    cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'mine.mjs'));
    cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'old.mjs'));
    writeFileSync(join(folder, 'player.yml'), 'command: node mine.mjs\noptions: { memory: 256M }\n');
  },
  (folder) => {
    writeFileSync(
      join(folder, 'bot.sh'),
      'echo ready\nwhile read -r line; do case $line in "turn "*) set -- $line; echo "@$3 pass";; esac; done\n',
    );
  },
];

t.test(
  'a folder of forty bots in five languages, one of which is broken, is a tournament in strict',
  { skip, timeout: 600_000 },
  async (t) => {
    const cwd = t.testdir({ 'few.txt': words, bots: {} });
    for (let index = 1; index <= FOLDERS; index++) {
      const folder = join(cwd, 'bots', `bot${String(index).padStart(2, '0')}`);
      mkdirSync(folder);
      if (index === 7) writeFileSync(join(folder, 'broken.py'), 'this is no Python\n');
      else if (index === 8) writeFileSync(join(folder, 'notes.txt'), 'nothing that runs\n');
      else kinds[index % kinds.length]!(folder);
    }
    const roster = await run(['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
    t.equal(roster.status, 0, roster.stderr);
    t.match(roster.stdout, /^ {2}# bot08: nothing in it can be run$/m);
    t.match(roster.stdout, /^# 1 of 40 folders are comments/m);
    const file = roster.stdout
      .replace('kind: round-robin, rounds: 1, seats: 2, mirrored: true', 'kind: swiss, rounds: 4')
      .replace(
        'game: boggle\n',
        `game: boggle\nseed: forty\noptions: { rules: turns, dictionary: few.txt, sandbox: strict }\n`,
      );
    writeFileSync(join(cwd, 'league.yml'), file);
    const played = await run(['tournament', '--json', 'league.yml'], { cwd });
    t.equal(played.status, 0, played.stderr);
    const results = played.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.equal(results.length, 4 * 19, 'every one of 39 plays, or has a bye');
    t.same([...new Set(results.map(({ sandbox }) => sandbox))], ['strict']);
    const bad = results.flatMap(({ players }) =>
      players.filter(({ offence }: { offence?: object }) => offence),
    );
    t.same([...new Set(bad.map(({ name }) => name))], ['bot07']);
    t.match(bad[0], { outcome: 'failed', offence: { kind: 'startup' } }, JSON.stringify(bad[0]));
    t.match(played.stderr, /\(bot07\): could not be started/);
  },
);
