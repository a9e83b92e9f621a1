import t from 'tap';
import { widthOf } from '../../../host/core/text/columns.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import type { ReportedTournament } from '../../../host/views/tournament/reported-tournament.ts';
import { terminalReport } from '../../../host/views/tournament/terminal-report.ts';
import { hostileNames, madeUp } from './made-up.ts';

const linesOf = ({ report, replayCommand }: ReportedTournament, width = 80) =>
  terminalReport(report, replayCommand, { width, paint: paintFor(false) });

/** The lines of one part. */
function part(lines: readonly string[], title: string): readonly string[] {
  const from = lines.indexOf(title) + 2;
  const end = lines.findIndex((line, index) => index > from && /^(Crosstable|Bad games)$/.test(line));
  return lines.slice(from, end === -1 ? undefined : end - 1);
}

t.test('a report has standings, crosstable, bad games and the command that replays each', async (t) => {
  const lines = linesOf(madeUp({ names: ['ada', 'ben', 'cyd'], badEvery: 3 }));
  t.same(lines, [
    'Report of Spring league: scrabble, round-robin',
    '6 games between 3 players, seed spring',
    '',
    'Standings',
    '',
    '  #  player  games  won  lost  points       Elo  bad  score  margin  thinking',
    '  1  ada         4    3     1       3  +80 ± 30    0  403.0    10.0     12 ms',
    '  2  ben         4    3     1       3  +60 ± 31    0  422.3     9.0     13 ms',
    '  3  cyd         4    0     4       0  +40 ± 32    2  373.0     8.0     14 ms',
    '',
    '  no room for: better than next, head to head, Sonneborn-Berger',
    '',
    'Crosstable',
    '',
    '              1      2      3',
    '  1  ada      -  1-0-1  2-0-0',
    '  2  ben  1-0-1      -  2-0-0',
    '  3  cyd  0-0-2  0-0-2      -',
    '',
    '  won-drawn-lost: the row against the column',
    '',
    'Bad games',
    '',
    '  game 3: cyd: protocol (form): expected a move; got cyd',
    '    wordhost replay league.db#3',
    '  game 6: cyd: protocol (form): expected a move; got cyd',
    '    wordhost replay league.db#6',
  ]);
});

t.test('it fits its width, and each player can be told from the others, with 1 to 65 players', async (t) => {
  for (const players of [1, 2, 5, 10, 23, 40, 65])
    for (const width of [80, 100, 200])
      for (const badEvery of [0, 5]) {
        const lines = linesOf(madeUp({ players, badEvery }), width);
        const wide = lines.filter((line) => widthOf(line) > width);
        t.same(wide, [], `${players} players in ${width} columns`);
        const rows = part(lines, 'Standings').slice(1, players + 1);
        const names = rows.map((row) => row.trim().split(/ {2,}/)[1]);
        t.equal(new Set(names).size, players);
      }
});

t.test('a crosstable of 40 players has blocks of columns, each with all rows', async (t) => {
  const lines = part(linesOf(madeUp({ players: 40 })), 'Crosstable');
  const headings = lines.filter((line) => /^ +\d+( +\d+)+$/.test(line));
  t.ok(headings.length > 1);
  t.same(
    headings.flatMap((line) => line.trim().split(/ +/).map(Number)),
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  t.equal(lines.filter((line) => /^ +\d+ {2}\S+…/.test(line)).length, 40 * headings.length);
});

t.test('of more players the crosstable has the first that have room, and says so', async (t) => {
  for (const [players, width] of [
    [65, 80],
    [65, 120],
    [41, 80],
    [150, 80],
  ] as const) {
    const { report } = madeUp({ players, games: 1 });
    const lines = part(
      terminalReport(report, () => undefined, { width, paint: paintFor(false) }),
      'Crosstable',
    );
    t.same(
      lines.filter((line) => widthOf(line) > width),
      [],
    );
    const [, first = '0'] = /the first (\d+) of \d+ players: --as html or --as json has all/.exec(
      lines.join('\n'),
    )!;
    t.ok(Number(first) >= 10 && Number(first) < players, `${first} of ${players} in ${width}`);
    t.match(lines[0], new RegExp(`^ +1 .* ${first}$`));
    t.equal(lines.filter((line) => /^ +\d+ {2}p/.test(line)).length, Number(first));
  }
  t.notMatch(linesOf(madeUp({ players: 41 }), 250).join('\n'), 'the first', 'where all fit, all are there');
});

t.test('the first of very many players who have not met have no crosstable', async (t) => {
  const { report } = madeUp({ players: 65, games: 1 });
  const crosstable = report.crosstable.map((row, place) =>
    row.map((meeting, column) => (place < 30 && column < 30 ? null : meeting)),
  );
  const look = { width: 80, paint: paintFor(false) };
  const lines = part(
    terminalReport({ ...report, crosstable }, () => undefined, look),
    'Crosstable',
  );
  t.match(lines, [/^ {2}the first \d+ of 65 players have not met: --as html or --as json has all$/]);
});

t.test('before the first game there is no crosstable, and a single player needs none', async (t) => {
  t.same(linesOf(madeUp({ names: ['ada', 'ben'], games: 0 })), [
    'Report of Spring league: scrabble, round-robin',
    '0 games between 2 players, seed spring',
    '',
    'Standings',
    '',
    '  #  player  points  Elo',
    '  1  ada          0',
    '  2  ben          0',
  ]);
  t.notMatch(linesOf(madeUp({ players: 1 })).join('\n'), 'Crosstable');
  t.same(linesOf(madeUp({ names: [] })).length, 2);
});

t.test('names do nothing on a terminal', async (t) => {
  const text = linesOf(madeUp({ names: hostileNames, badEvery: 3 })).join('');
  t.notMatch(text, /[\p{Cc}\p{Cf}]/u);
  t.match(text, '\\u{202e}abc\\x07');
});

t.test('a player that is bad in every game does not hide who else was', async (t) => {
  const tournament = madeUp({ names: ['ada', 'ben', 'cyd'], games: 30, badEvery: 1 });
  const lines = part(linesOf(tournament), 'Bad games');
  t.same(
    lines.filter((line) => /^ {2}game/.test(line)).map((line) => /: (\w+):/.exec(line)![1]),
    ['ben', 'cyd', 'cyd', 'ben', 'cyd', 'ben'],
  );
  t.equal(lines.at(-1), '  and 84 more of 90 bad games: --as junit or --as html has each');
});

t.test('a game in which both players failed is one bad game', async (t) => {
  const { report, ...rest } = madeUp({ names: ['ada', 'ben'], games: 12, badEvery: 1 });
  const twice = report.bad.flatMap((each) => [
    { ...each, player: 'ada' },
    { ...each, player: 'ben' },
  ]);
  const lines = part(linesOf({ ...rest, report: { ...report, bad: twice } }), 'Bad games');
  t.equal(lines.at(-1), '  and 9 more of 12 bad games: --as junit or --as html has each');
});

t.test('it says how far the tournament is, and why it is over', async (t) => {
  const { report, ...rest } = madeUp({ names: ['ada', 'ben'] });
  const said = (more: object) => linesOf({ ...rest, report: { ...report, ...more } })[1];
  t.equal(said({ planned: 1200 }), '2 of 1,200 games between 2 players, seed spring');
  t.equal(
    said({ stopped: 'ben has offended' }),
    '2 games between 2 players, seed spring; stopped: ben has offended',
  );
});

t.test('a game without an end of its own is nobody’s fault', async (t) => {
  const { report, ...rest } = madeUp({ names: ['ada', 'ben'] });
  const bad = [{ number: 2, id: report.name, player: null, outcome: 'stalled' } as const];
  const lines = linesOf({ ...rest, report: { ...report, bad }, replayCommand: () => undefined });
  t.same(part(lines, 'Bad games'), ['  game 2: it came to no end of its own: stalled']);
});
