import type { Result } from '../../../host/events/result.ts';
import { boggle } from '../../../host/games/boggle/boggle.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import type { TournamentReport } from '../../../host/tournament/report.ts';
import type { ReportedGame, ReportedTournament } from '../../../host/views/tournament/report-words.ts';

/** Names that would do something where they were not escaped. */
export const hostileNames: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  '=HYPERLINK("http://evil.example","x")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '+1\r\n-2,"quoted"',
  '\u202eabc\u0007\u001b[31mred',
  'javascript:alert(1)',
  '--><!-- ]]> & &amp; `code` | *b*',
  '漢字の名前がとても長いボット😀😀',
];

const plainNames = (players: number) =>
  Array.from({ length: players }, (_, index) => `player-with-a-name-${String(index + 1).padStart(2, '0')}`);

interface MadeUp {
  readonly names?: readonly string[];
  readonly players?: number;
  /** Of each pair. */
  readonly games?: number;
  /** Each game with this number is bad; none: no game is. */
  readonly badEvery?: number;
}

const idOf = (number: number) => `game-${String(number).padStart(16, '0')}`;
const round = (value: number) => Math.round(value * 10) / 10;

/** A round robin that nobody played: whoever comes first in the list wins most. */
export function madeUp({ players = 4, names = plainNames(players), games = 2, badEvery = 0 }: MadeUp = {}) {
  const played = meetingsOf(names, games).map(({ one, other }, index) =>
    gameOf(names, index + 1, one, other, badEvery > 0 && (index + 1) % badEvery === 0),
  );
  const report = reportOf(names, played);
  const tournament: ReportedTournament = {
    report,
    words: names.length % 2 === 0 ? scrabble : boggle,
    games: played,
    replayCommand: (number) => `wordhost replay league.db#${number}`,
    shown: new Map(),
    badGame: (number) => [`player 2: protocol (form) in game ${number}`, '  > x<y&z', '    ^ line 1'],
  };
  return tournament;
}

function meetingsOf(names: readonly string[], games: number) {
  const pairs = names.flatMap((_, one) =>
    names.slice(one + 1).map((__, rest) => ({ one, other: one + 1 + rest })),
  );
  return Array.from({ length: games }, () => pairs).flat();
}

export function gameOf(
  names: readonly string[],
  number: number,
  one: number,
  other: number,
  isBad: boolean,
): ReportedGame {
  const chance = (number * 7919) % 100;
  const isDrawn = !isBad && chance % 25 === 0;
  const winner = isBad || chance >= 30 ? 1 : 2;
  const player = (seat: number, index: number) => {
    const isOffender = isBad && seat === 2;
    const offence = {
      kind: 'protocol',
      rule: 'form',
      detail: `expected a move; got ${names[index]}`,
    } as const;
    return {
      ...{ seat, entry: index + 1, name: names[index]!, command: `./${names[index]}` },
      outcome: isOffender ? 'offender' : isDrawn ? 'draw' : seat === winner ? 'won' : 'lost',
      ...(isOffender && { offence }),
      ...{
        score: isDrawn ? 350 : 300 + ((number * 31 * seat) % 140) + (seat === winner ? 60 : 0),
        moves: 12,
        timeouts: 0,
      },
      ...{ thinkMs: 100 + (number % 37) * 10, answers: 12, cpuMs: 50, waitMs: 1, maxRssKb: 9000, exit: null },
    } as const;
  };
  const result: Result = {
    ...{ wordhost: 1, id: idOf(number), game: 'scrabble', seed: `spring ${Math.ceil(number / 2)}` },
    ...{
      outcome: isDrawn ? 'draw' : 'won',
      winner: isDrawn ? null : winner,
      reason: isBad ? 'last-player' : 'played-out',
    },
    ...{ startedAt: '2026-11-20T12:00:00.000Z', ms: 1000 + (number % 50) * 40, sandbox: 'none' },
    ...{ gates: 0, unpolledGates: 0, loopDelayMs: 1, players: [player(1, one), player(2, other)] },
  };
  return { number, result };
}

function reportOf(names: readonly string[], games: readonly ReportedGame[]): TournamentReport {
  const crosstable = names.map((_, row) =>
    names.map((__, column) => (row === column ? null : { won: 0, drawn: 0, lost: 0 })),
  );
  for (const { result } of games) {
    const [one, other] = result.players.map(({ entry }) => entry - 1) as [number, number];
    const kind =
      result.winner === null ? ['drawn', 'drawn'] : result.winner === 1 ? ['won', 'lost'] : ['lost', 'won'];
    crosstable[one]![other]![kind[0] as 'won']++;
    crosstable[other]![one]![kind[1] as 'won']++;
  }
  const standings = names.map((name, index) => rowOf(name, index, crosstable[index]!, games));
  const order = [...standings.keys()].sort((one, other) => standings[other]!.points - standings[one]!.points);
  return {
    ...{
      wordhost: 1,
      kind: 'report',
      name: 'Spring league',
      game: 'scrabble',
      format: 'round-robin',
      seed: 'spring',
    },
    ...{ games: games.length, planned: games.length, virtualDraws: 0 },
    standings: order.map((index, place) => ({ ...standings[index]!, rank: place + 1 })),
    crosstable: order.map((row) => order.map((column) => crosstable[row]![column]!)),
    bad: games.flatMap(({ number, result }) =>
      result.players.flatMap(({ name, outcome, offence }) =>
        offence ? [{ number, id: result.id, player: name, outcome, offence }] : [],
      ),
    ),
  };
}

function rowOf(
  name: string,
  index: number,
  meetings: readonly ({ won: number; drawn: number; lost: number } | null)[],
  games: readonly ReportedGame[],
) {
  const sum = (of: 'won' | 'drawn' | 'lost') =>
    meetings.reduce((all, meeting) => all + (meeting?.[of] ?? 0), 0);
  const [won, drawn, lost] = [sum('won'), sum('drawn'), sum('lost')];
  const own = games.flatMap(({ result }) => result.players.filter(({ entry }) => entry === index + 1));
  const has = own.length > 0;
  return {
    ...{ rank: 1, name, games: won + drawn + lost, won, drawn, lost, points: won + drawn / 2 },
    tieBreaks: { 'head to head': round(won / 3), 'Sonneborn-Berger': round(won * 1.5) },
    elo: has ? { value: round(80 - 20 * index), error: round(30 + index) } : null,
    los: has ? 0.9 : null,
    score: has ? round(own.reduce((all, { score }) => all + Number(score), 0) / own.length) : null,
    margin: has ? round(10 - index) : null,
    offences: own.filter(({ offence }) => offence).length,
    timeouts: 0,
    thinkMs: has ? { median: 12.1 + index, max: 80.5 } : null,
  };
}
