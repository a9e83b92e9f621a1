import {
  byName,
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { cause, matchId, offenceFields } from '../../games/kit/result-fields.ts';
import { gameOutcomes, playerOutcomes } from '../../games/kit/verdict.ts';
import { formatKinds } from '../formats/format.ts';

const elo = object({
  value: number(),
  error: noted('half of the 95 % interval', number(0)),
});

const row = object({
  rank: noted('those that nothing tells apart share it', whole(1)),
  name: text(),
  games: whole(0),
  won: whole(0),
  drawn: whole(0),
  lost: whole(0),
  points: noted('in each game the share of the opponents that were beaten, a draw half; byes too', number(0)),
  tieBreaks: noted(
    'what decides among those with equal points, in this order, before the margin',
    byName(number()),
  ),
  elo: noted('null: no game', orNull(elo)),
  los: noted(
    'how sure it is that this player is better than the next one, from 0 to 1; null: the last, or no games',
    orNull(number(0)),
  ),
  score: noted('mean of the points in the game; null where the game has none', orNull(number())),
  margin: noted('mean of its points less those of the best opponent', orNull(number())),
  offences: noted('games in which it failed, left or offended', whole(0)),
  timeouts: whole(0),
  thinkMs: noted(
    'for an answer: of the means of all games the median and the largest; null: there was no answer',
    orNull(object({ median: number(0), max: number(0) })),
  ),
  byes: optional(noted('rounds without an opponent, which counted as won', whole(1))),
  out: optional(noted('it plays no more: since this game it is dropped', whole(1))),
});

const meeting = object({ won: whole(0), drawn: whole(0), lost: whole(0) });

const bad = object({
  number: whole(1),
  id: matchId,
  player: noted('null: the game came to no end of its own', orNull(text())),
  outcome: oneOf(...playerOutcomes, ...gameOutcomes),
  cause: optional(cause),
  offence: optional(object(offenceFields)),
});

/** What a tournament has come to, or so far. */
export const tournamentReport = object({
  wordhost: oneOf(1),
  kind: oneOf('report'),
  name: text(),
  game: text(),
  format: oneOf(...formatKinds),
  seed: text(),
  games: noted('that are played and count', whole(0)),
  planned: noted('in all; where the results decide how many there are: at least', whole(0)),
  uncounted: optional(
    noted('games that do not count: they were running when a player in them was dropped', whole(1)),
  ),
  virtualDraws: noted(
    '1: each player is given a draw against a player rated 0, since somebody has won or lost everything; else 0',
    oneOf(0, 1),
  ),
  standings: listOf(row),
  crosstable: noted(
    'games of the row against the column, both in the order of `standings`; a table of three and more counts as its pairs',
    listOf(listOf(orNull(meeting))),
  ),
  bad: noted(
    'games in which somebody failed, left or offended, or that came to no end of their own',
    listOf(bad),
  ),
  warnings: optional(
    noted(
      'what results hide of players that broke no rule, such as that each of their moves was refused; missing where there is nothing',
      listOf(object({ player: text(), text: noted('without its subject', text()) }), 1),
    ),
  ),
  stopped: optional(noted('why there are no more games, in words', text())),
});

export type TournamentReport = ValueOf<typeof tournamentReport>;
export type StandingsRow = TournamentReport['standings'][number];
