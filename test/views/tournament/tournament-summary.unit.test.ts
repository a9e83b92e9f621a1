import t from 'tap';
import { markdown } from '../../../host/views/reports/markdown.ts';
import { tournamentSummary } from '../../../host/views/tournament/tournament-summary.ts';
import { madeUp } from './made-up.ts';

t.test('a case for each game: one that offended has its report and the command that shows it', async (t) => {
  const { title, verdict, suites } = tournamentSummary(
    madeUp({ names: ['ada', 'ben'], games: 3, badEvery: 2 }),
  );
  t.equal(title, 'Report of Spring league: scrabble, round-robin');
  t.same(verdict, ['3 games between 2 players, seed spring', 'ada is first with 2 points (Elo +80 ± 30).']);
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
});

t.test('games that are not played are one skipped case, with the reason', async (t) => {
  const tournament = madeUp({ names: ['ada', 'ben'] });
  const left = (more: object) =>
    tournamentSummary({ ...tournament, report: { ...tournament.report, ...more } }).suites[0]!.cases.at(-1);
  t.same(left({ planned: 12 }), {
    name: 'games that were not played: 10 of 12',
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
