import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from '../cli/in-process.ts';
import { withoutRemarks } from '../games/gcg-again.ts';
import { Tmux } from '../support/tmux.ts';
import { without } from '../support/without.ts';

const skip = without('tmux') || without('stty');

/** The tiles of a short game. */
const counts = { A: 3, D: 1, E: 4, G: 1, I: 2, L: 1, N: 2, O: 2, R: 2, S: 2, T: 2 };
const tiles = Object.entries(counts).map(([letter, count]) => ({ count, letters: { [letter]: 1 } }));

for (const [columns, rows] of [
  [80, 24],
  [160, 50],
] as const)
  t.test(`A person plays until the bag is empty, at ${columns} by ${rows}`, { skip }, async (t) => {
    const folder = t.testdir({ 'tiles.json': JSON.stringify({ tiles }) });
    using terminal = new Tmux(columns, rows);
    terminal.runs(`cd ${folder}`);
    terminal.runs(
      "wordhost scrabble --tiles tiles.json --handsize 5 --seed 1 --timeout none --no-rotate --record records --json 'wordhost player human --name Ada' 'wordhost player greedy' >result.json; echo status $?",
    );
    await terminal.shows(
      /Your tiles: +A1 +L1 +N1 +R1 +S1\n(?:.*\n)*Your move:/,
      '7 tiles in the bag',
      /^ 8 = \. \. A N O D E \. \. \. ' \. \. =/m,
      /^15 = /m,
    );
    terminal.types('i8 snarls');
    terminal.presses('Enter');
    await terminal.shows('Not legal, and not sent:');
    terminal.types('i8 snarl');
    terminal.presses('Enter');
    await terminal.shows('I8 SNARL for 62 (also ANODES 6)', 'Enter sends it');
    terminal.presses('Escape');
    await terminal.shows('Taken back: I8 SNARL');
    terminal.types('hint');
    terminal.presses('Enter');
    await terminal.shows('I8 SNARL for 62');
    terminal.presses('Enter');
    const word = /^10 \. " \. \. \. " \. \. A/m;
    await terminal.shows(/Your tiles: +A1 +G1 +O1 +T1 +T1/, '0 tiles in the bag', /Ada \(you\) +62/, word);
    terminal.types('10b gotta');
    terminal.presses('Enter');
    await terminal.shows('10B GOTTA for 67 (also NET 3, ORA 5)');
    terminal.presses('Enter');
    await terminal.shows('status 0');
    const { reason, winner, players } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    t.match({ reason, winner }, { reason: 'played-out', winner: 1 });
    t.same(
      players.map(({ score }: { score: number }) => score),
      [62 + 67 + 4, 62 + 11 - 4],
    );
    const [record] = readdirSync(join(folder, 'records'));
    const gcg = await say(['export', `records/${record}`, '--to', 'gcg', '--output', 'game.gcg'], {
      cwd: folder,
    });
    t.equal(gcg.status, 0);
    const options = ['--tiles', 'tiles.json', '--handsize', '5', '--output', 'again.jsonl'];
    t.match(await say(['import', 'game.gcg', ...options], { cwd: folder }), { status: 0, stderr: '' });
    const again = await say(['export', 'again.jsonl', '--to', 'gcg'], { cwd: folder });
    t.equal(withoutRemarks(again.stdout), withoutRemarks(readFileSync(join(folder, 'game.gcg'), 'utf8')));
  });
