import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Command } from '../../host/cli/command.ts';
import { parseWords } from '../../host/cli/parse.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { everyCommandOptions } from '../../host/settings/options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { page } from '../docs/pages.ts';
import { leavesFile } from '../leaves/klv-of.ts';
import { say } from './in-process.ts';
import { binary } from './wordhost.ts';

/** Nothing is left to a shell, and no player is started: the process of the test can do it. */
const plain = /^wordhost (judge|replay|import|board|lexicon|stats|store|new|report)( [^|<>;&$*'`~]*)?$/;

/** Takes no process, and no pause. */
export const isQuick = (example: string): boolean => plain.test(example) && !/ --delay /.test(example);

/** Does what each example of the help says, in one folder; where `isRun` says no, its words are read, and no more. */
export async function tryExamples(
  t: Test,
  commands: readonly (readonly [name: string, command: Command])[],
  isRun: (example: string) => boolean = () => true,
): Promise<void> {
  /** Each takes many seconds, or another machine: a game to watch, a server, the race lab, many games, a farm. */
  const long =
    /^wordhost (demo|watch|serve|register|siu|mcp|worker|store info|race(?! --from))|--games (20|100)\b|--again\b|postgres:\/\//;
  /** At a terminal: `test/players` has those. */
  const needsPerson = /^wordhost play\b/;

  const folder = t.testdir({
    'words.txt': 'hello\ncat\n',
    'board.txt': 'CATS\nOEDO\nARIG\nSTNS\n',
    'positions.txt': `${Array(15).fill('15').join('/')} AENST?/ 0/0 0\n`,
    'CSW21.klv2': leavesFile(),
    'club.gcg': '#player1 Ada\n#player2 Ben\n>Ada: ACT 8H CAT +10 10\n',
    'moves.jsonl': '{"move": "0,0 across HELLO"}\n',
    'results.jsonl': `${JSON.stringify({
      ...{ wordhost: 1, game: 'boggle', seed: '1', reason: 'time', winner: 1 },
      players: [1, 2].map((seat) => ({ seat, entry: seat, outcome: seat === 1 ? 'won' : 'lost' })),
    })}\n`,
    'league.yml':
      'game: boggle\nplayers: [{ name: a, command: ./a }, { name: b, command: ./b }]\nformat: { kind: round-robin }\n',
    bots: { ada: {}, ben: {} },
    bin: {},
    games: {},
  });

  function program(path: string, text: string): void {
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }

  /** The programs and files that the examples name: players that leave at once, a board, a record. */
  function furnish(): void {
    program(join(folder, 'bin/wordhost'), `exec '${process.execPath}' '${binary}' "$@"`);
    const players = ['player', 'bot', 'mine', 'new', 'old', 'a', 'b', 'c', 'bots/ada/run', 'bots/ben/run'];
    for (const name of ['bin/python3', 'bin/ruby', ...players]) program(join(folder, name), 'exit 1');
    const [, board = ''] =
      /<!-- file: lake.json -->\n```json\n([\s\S]*?)```/.exec(
        page('docs/how-to/scrabble-boards-and-tiles.md').text,
      ) ?? [];
    for (const name of ['mine.json', 'hole.json']) writeFileSync(join(folder, name), board);
    copyFileSync(oldRecord('bananagrams-dumps-and-peels'), join(folder, 'games/ID.jsonl'));
    mkdirSync(join(folder, '.config/fish/completions'), { recursive: true });
  }

  function oldRecord(name: string): string {
    return join(import.meta.dirname, `../old-records/38cfc23/${name}.jsonl`);
  }
  furnish();
  await furnishStores();

  /** Of one tournament, each with game 17. */
  async function furnishStores(): Promise<void> {
    const old = {
      nightly: 'bananagrams-dumps-and-peels',
      other: 'bananagrams-dumps-and-peels',
      club: 'scrabble-strict',
    };
    for (const [name, played] of Object.entries(old)) {
      const record = readFileSync(oldRecord(played));
      const { result } = JSON.parse(record.toString().trim().split('\n').at(-1)!) as {
        result: { id: string };
      };
      const opening = await openStore(join(folder, `${name}.db`), { mode: 'write' });
      if (!opening.ok) throw new Error(opening.problem);
      await using store = opening.store;
      await store.saveFile({ text: '', canonical: '{}' });
      const line = JSON.stringify({ number: 17, ...result });
      await store.save({ number: 17, id: result.id, result: line, record });
    }
  }

  const wordsOf = (example: string) =>
    [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

  async function carriedOut(example: string) {
    const env = {
      PATH: `${folder}/bin:${process.env.PATH}`,
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
    };
    if (plain.test(example)) return await say(wordsOf(example).slice(1), { cwd: folder, env });
    return spawnSync('sh', ['-c', example], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
  }

  function understood(t: Test, name: string, command: Command, example: string): void {
    const words = wordsOf(example.split(/ [<>|]/)[0]!);
    const called = name.split(' ');
    const after = words.slice(
      called.every((word, index) => words[index + 1] === word) ? called.length + 1 : 1,
    );
    const table = { ...command.options, ...everyCommandOptions };
    const { unknown, operands, texts } = parseWords(after, table);
    t.same(unknown, []);
    t.ok(operands.length >= command.operands.min && operands.length <= command.operands.max);
    const before = process.cwd();
    process.chdir(folder);
    t.doesNotThrow(() => settleOptions(table, [{ where: (option) => option, texts }]));
    process.chdir(before);
  }

  for (const [name, command] of commands)
    for (const [example] of command.examples)
      t.test(example, async (t) => {
        if (long.test(example) || needsPerson.test(example) || !isRun(example))
          return understood(t, name, command, example);
        const { status, stdout, stderr } = await carriedOut(example);
        // Players that leave at once lose their games; a usage error would be 2, a failure of the host 3.
        const mayLose =
          /^wordhost (bananagrams|scrabble|boggle|check|compare|tune|"|race)/.test(example) ||
          example.includes('< words.txt');
        t.ok(status === 0 || (mayLose && status === 1), `exit status ${status}: ${stderr}`);
        if (!/>|--output/.test(example)) t.not(stdout, '', 'it prints something');
      });
}
