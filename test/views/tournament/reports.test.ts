import t from 'tap';
import { widthOf } from '../../../host/core/text.ts';
import { markdown } from '../../../host/views/reports/markdown.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import { csvBeginning, csvReport } from '../../../host/views/tournament/csv-report.ts';
import type { ReportedTournament } from '../../../host/views/tournament/report-words.ts';
import { eloWords, shortNames, standingsColumns } from '../../../host/views/tournament/report-words.ts';
import { terminalReport } from '../../../host/views/tournament/terminal-report.ts';
import { tournamentSummary } from '../../../host/views/tournament/tournament-summary.ts';
import fc from '../../support/laws.ts';
import { hostileNames, madeUp } from './made-up.ts';

t.test('csv report', async (t) => {
  /** As RFC 4180 has it, strictly. */
  function readCsv(text: string): readonly (readonly string[])[] {
    const rows: string[][] = [];
    let row: string[] = [];
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
    while (cell.lastIndex < text.length) {
      const [, quoted, plain, end] = cell.exec(text) ?? [];
      if (end === undefined) throw new Error('no CSV');
      row.push(quoted?.replaceAll('""', '"') ?? plain!);
      if (end === ',') continue;
      rows.push(row);
      row = [];
    }
    return rows;
  }

  const namesIn = (names: readonly string[]) =>
    readCsv(csvReport(madeUp({ names, games: 0 }).report))
      .slice(1)
      .map(([, name]) => name!);

  t.test('a line for each player, with the numbers of the JSON', async (t) => {
    t.same(csvReport(madeUp({ names: ['ada', 'ben'], badEvery: 2 }).report).split('\r\n'), [
      `${csvBeginning},errors`,
      '1,ada,2,1,0,1,1,80,30,0.9,376.5,10,0,0,12.1,80.5,0,,',
      '2,ben,2,1,0,1,1,60,31,0.9,423,9,1,0,13.1,80.5,0,,',
      '',
    ]);
  });

  t.test('what nobody knows is an empty cell', async (t) => {
    const [, row] = readCsv(csvReport(madeUp({ names: ['ada'], games: 0 }).report));
    t.same(row, ['1', 'ada', '0', '0', '0', '0', '0', '', '', '', '', '', '0', '0', '', '', '0', '', '']);
  });

  t.test('no name is a formula for a spreadsheet, and none breaks the line', async (t) => {
    const names = namesIn(hostileNames);
    t.equal(names.length, hostileNames.length);
    t.same(
      names.filter((name) => /^\s*[=+\-@]/.test(name)),
      [],
    );
    t.match(names[3], /^'=HYPERLINK/);
  });

  t.test('a law: every name can be read back', async () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z=+@'",; -]{1,12}$/), { minLength: 1 }), (names) => {
        const read = namesIn(names).map((name) => name.replace(/^'(?=\s*[=+\-@'])/, ''));
        return read.every((name, index) => name === names[index]);
      }),
    );
  });
});

t.test('short names', async (t) => {
  t.test('names are cut where they can still be told apart', async (t) => {
    t.same(shortNames(['ada', 'ben'], 10), ['ada', 'ben']);
    t.same(shortNames(['a long name', 'ben'], 6), ['a lon…', 'ben']);
    t.same(shortNames(['python3 bot-1.py', 'python3 bot-2.py', 'ruby'], 10), [
      'pyth…-1.py',
      'pyth…-2.py',
      'ruby',
    ]);
    t.same(shortNames(['漢字の名前一', '漢字の名前二'], 7), ['漢字…一', '漢字…二']);
  });

  t.test('a law: no name is wider, and one that fits is as it was', async () => {
    const some = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 6 });
    fc.assert(
      fc.property(some, fc.integer({ min: 4, max: 20 }), (names, width) =>
        shortNames(names, width).every((name) => widthOf(name) <= width),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,9}$/)), (names) => {
        const short = shortNames(names, 9);
        return names.every((name, index) => short[index] === name);
      }),
    );
  });
});

t.test('standings columns', async (t) => {
  t.test('what is opposite stays opposite when it is rounded', async (t) => {
    const margins = [234.55, -234.55, 0.04, -0.04];
    const standings = madeUp().report.standings.map((row, index) => ({
      ...row,
      margin: margins[index] ?? 0,
    }));
    const column = standingsColumns({ standings }).find(({ heading }) => heading === 'margin');
    t.same(
      standings.map((row) => column?.cell(row)),
      ['234.6', '-234.6', '0.0', '0.0'],
    );
    t.equal(eloWords({ value: 10.5, error: 3.2 }), '+11 ± 3');
    t.equal(eloWords({ value: -10.5, error: 3.2 }), '-11 ± 3');
    t.equal(eloWords({ value: -0.2, error: 3.2 }), '0 ± 3');
  });
});

t.test('terminal report', async (t) => {
  const linesOf = ({ report, replayCommand }: ReportedTournament, width = 80) =>
    terminalReport(report, replayCommand, { width, paint: paintFor(false) });

  /** The lines of one part. */
  function part(lines: readonly string[], title: string): readonly string[] {
    const from = lines.indexOf(title) + 2;
    const end = lines.findIndex(
      (line, index) => index > from && /^(Crosstable|Who is broken, and why)$/.test(line),
    );
    return lines.slice(from, end === -1 ? undefined : end - 1);
  }

  t.test('a report has standings, crosstable, and each fault once with a command', async (t) => {
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
      '  hidden (--as html has all): better than next, head to head, Sonneborn-Berger',
      '',
      'Crosstable',
      '',
      '              1      2      3',
      '  1  ada      -  1-0-1  2-0-0',
      '  2  ben  1-0-1      -  2-0-0',
      '  3  cyd  0-0-2  0-0-2      -',
      '',
      '  won-drawn-lost of the row against the column',
      '',
      'Who is broken, and why',
      '',
      '  cyd, in 2 games: protocol (form): expected a move; got cyd',
      '    wordhost replay league.db#3',
    ]);
  });

  t.test(
    'it fits its width, and each player can be told from the others, with 1 to 65 players',
    async (t) => {
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
    },
  );

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
      const [, first = '0'] = /the first (\d+) of \d+ players: use --as html or --as json for all/.exec(
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
    t.match(lines, [/^ {2}the first \d+ of 65 players have not met: use --as html or --as json for all$/]);
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

  t.test('a player that is bad in every game is one line, and does not hide who else was', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben', 'cyd'], games: 30, badEvery: 1 });
    const crash = {
      ...report.bad[0]!,
      number: 90,
      offence: undefined,
      outcome: 'left',
      cause: 'crashed',
    } as const;
    const bad = [...report.bad, crash];
    const lines = part(linesOf({ ...rest, report: { ...report, bad } }), 'Who is broken, and why');
    t.same(
      lines.filter((line) => !line.includes('wordhost')),
      [
        '  cyd, in 60 games: protocol (form): expected a move; got cyd',
        '  ben, in 30 games: protocol (form): expected a move; got ben',
        '  ben, in 1 game: left (crashed)',
      ],
    );
  });

  t.test('reasons are whole, on as many lines as they need; of very many faults some are told', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben'], games: 1, badEvery: 1 });
    const detail = 'expected a move in the form of its page; '.repeat(5).trim();
    const faults = Array.from({ length: 23 }, (_, index) => ({
      ...report.bad[0]!,
      offence: { kind: 'protocol', rule: `rule-${index}`, detail },
    }));
    const lines = part(
      linesOf({ ...rest, report: { ...report, bad: faults as typeof report.bad } }),
      'Who is broken, and why',
    );
    t.same(
      lines.filter((line) => widthOf(line) > 80),
      [],
    );
    t.ok(
      lines
        .map((line) => line.trim())
        .join(' ')
        .includes(`protocol (rule-0): ${detail}`),
      lines.join('\n'),
    );
    t.equal(lines.at(-1), '  and 3 other faults: use --as junit or --as html for all');
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
    t.same(part(lines, 'Who is broken, and why'), ['  1 game had no normal end: stalled']);
  });
});

t.test('tournament summary', async (t) => {
  t.test(
    'a case for each game: one that offended has its report and the command that shows it',
    async (t) => {
      const { title, verdict, suites } = tournamentSummary(
        madeUp({ names: ['ada', 'ben'], games: 3, badEvery: 2 }),
      );
      t.equal(title, 'Report of Spring league: scrabble, round-robin');
      t.same(verdict, [
        '3 games between 2 players, seed spring',
        'ada is first with 2 points (Elo +80 ± 30).',
      ]);
      const [suite] = suites;
      t.match(suite, { name: 'Spring league', startedAt: '2026-11-20T12:00:00.000Z', ms: 3240 });
      t.match(suite!.facts, { game: 'scrabble', format: 'round-robin', seed: 'spring' });
      t.same(suite!.cases, [
        { name: 'game 1: ada, ben (seed spring 1)', ms: 1040, outcome: 'passed' },
        {
          ...{ name: 'game 2: ada, ben (seed spring 1)', ms: 1080, outcome: 'failed', kind: 'protocol/form' },
          why: 'ben: protocol (form): expected a move; got ben',
          report: ['player 2: protocol (form) in game 2', '  > x<y&z', '    ^ line 1'],
          command: 'wordhost replay league.db#2',
        },
        { name: 'game 3: ada, ben (seed spring 2)', ms: 1120, outcome: 'passed' },
      ]);
    },
  );

  t.test('people are shown a fault once, programs each case', async (t) => {
    const summary = tournamentSummary(madeUp({ names: ['ada', 'ben'], games: 4, badEvery: 2 }));
    t.same(
      summary.suites[0]!.cases.map(({ outcome, repeats = false }) => [outcome, repeats]),
      [
        ['passed', false],
        ['failed', false],
        ['passed', false],
        ['failed', true],
      ],
    );
    t.same(summary.tables.at(-1)!.rows, [
      ['ben', '2', 'protocol (form): expected a move; got ben', 'game 2'],
    ]);
    const text = markdown.write(summary);
    t.equal(text.match(/<details>/g)!.length, 1);
    t.match(text, /^and 1 other case that failed$/m);
  });

  t.test('games that are not played are one skipped case, with the reason', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'] });
    const left = (more: object) =>
      tournamentSummary({ ...tournament, report: { ...tournament.report, ...more } }).suites[0]!.cases.at(-1);
    t.same(left({ planned: 12 }), {
      name: 'games not played: 10 of 12',
      outcome: 'skipped',
      why: 'the tournament is not over',
    });
    t.match(left({ planned: 12, stopped: 'ben has offended' }), { why: 'ben has offended' });
  });

  t.test('a game without an end of its own says why', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'], games: 1 });
    const [game] = tournament.games;
    const result = { ...game!.result, winner: null, outcome: 'stalled', reason: 'stalled' } as const;
    const bad = [{ number: 1, id: result.id, player: null, outcome: 'stalled' } as const];
    const report = { ...tournament.report, bad };
    const { suites } = tournamentSummary({ ...tournament, report, games: [{ number: 1, result }] });
    t.match(suites[0]!.cases[0], { outcome: 'failed', kind: 'stalled', why: /^no winner: / });
  });

  t.test('a bad game whose record was not read says what went wrong all the same', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'], games: 1, badEvery: 1 });
    const { suites } = tournamentSummary({ ...tournament, badGame: () => undefined });
    t.same(suites[0]!.cases, [
      {
        ...{ name: 'game 1: ada, ben (seed spring 1)', ms: 1040, outcome: 'failed', kind: 'protocol/form' },
        why: 'ben: protocol (form): expected a move; got ben',
        command: 'wordhost replay league.db#1',
      },
    ]);
  });

  t.test('tables for people: standings, and a crosstable as long as it can be read', async (t) => {
    t.equal(tournamentSummary(madeUp({ players: 5 })).tables.length, 2);
    t.equal(tournamentSummary(madeUp({ players: 21, games: 1 })).tables.length, 1);
    t.equal(tournamentSummary(madeUp({ players: 2, games: 0 })).tables.length, 1);
    t.match(markdown.write(tournamentSummary(madeUp({ players: 0 }))), /^<!-- wordhost -->\n## Report of/);
  });
});
