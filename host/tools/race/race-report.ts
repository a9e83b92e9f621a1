import { listOf, noted, number, object, oneOf, orNull, text, type ValueOf, whole } from '../../core/shape.ts';

const shareFields = {
  index: noted('number of the seat, the position or the player, from 1', whole(1)),
  wins: noted('gates won', whole(0)),
  of: noted('gates', whole(0)),
  share: number(0, 1),
  low: noted('low end of the 95 % interval (Wilson)', number(0, 1)),
  high: number(0, 1),
};

const share = object(shareFields);

const spread = object({
  shares: listOf(share),
  p: noted('probability that chance alone makes the shares at least this uneven', number(0, 1)),
  byGame: noted(
    'the same for whole games, because gates of one game depend on each other; null if p is about whole games, or this is not tested',
    orNull(number(0, 1)),
  ),
  method: noted(
    '`permutation` deals whole games of players that may differ in strength to the seats again by chance',
    oneOf('exact binomial', 'chi-squared', 'permutation'),
  ),
});

const entry = object({
  ...shareFields,
  name: text(),
  command: text(),
  games: whole(0),
  gamesWon: whole(0),
  late: whole(0),
});

const mode = object({
  shuffles: noted('the writing order is random at each gate', oneOf(true, false)),
  flushes: noted('the event loop is polled empty before a gate opens', oneOf(true, false)),
  batch: noted(
    'players run in the batch scheduling class, so that none preempts the host between two writes; null for records',
    orNull(oneOf(true, false)),
  ),
  photoFinishUs: noted('0: first come, first served', number(0)),
  restUs: noted('pause before each gate; null for players and records', orNull(number(0))),
});

const headStart = object({
  medianUs: number(0),
  p99Us: number(0),
  quantiles: noted(
    'longest head start among this share of the gates',
    listOf(object({ share: number(0, 1), us: number(0) })),
  ),
  byPlace: noted(
    'time from the first write of a gate to the write in this position, from position 2',
    listOf(object({ place: whole(2), medianUs: number(0) })),
  ),
});

const inversions = object({
  count: whole(0),
  of: noted('pairs whose stamps are further apart than a tie', whole(0)),
  share: number(0, 1),
  tieUs: number(0),
});

const curvePoint = object({
  advantageUs: number(0),
  wins: whole(0),
  gates: whole(0),
  share: number(0, 1),
  low: number(0, 1),
  high: number(0, 1),
});

const offender = object({
  name: text(),
  seat: whole(1),
  seed: noted('seed of the game', text()),
  kind: text(),
  rule: text(),
  detail: text(),
});

const batchLeaver = object({
  entry: whole(1),
  name: text(),
  seen: noted('such as `other`, or `batch, slice 0.1 ms`', text()),
  games: noted('number of games in which it was seen', whole(1)),
});

const machine = object({
  platform: text(),
  kernel: noted('null, here and below, if it is unknown', orNull(text())),
  node: text(),
  wordhost: text(),
  model: orNull(text()),
  processors: whole(0),
  allowedProcessors: noted('processors that the host may use, such as 0-1', orNull(text())),
  quota: noted('processors that a control group grants', orNull(number(0))),
  loadBefore: noted('average over one minute', orNull(number(0))),
  loadAfter: orNull(number(0)),
  othersShare: noted('share of all processors that other processes used', orNull(number(0, 1))),
  busy: noted(
    'other processes that used most',
    listOf(object({ name: text(), pid: whole(1), share: number(0) })),
  ),
});

/** What `wordhost race --json` prints. */
export const raceReport = object({
  wordhost: oneOf(1),
  kind: oneOf('race'),
  source: noted(
    'built-in racers, players of the user, or recorded games',
    oneOf('racers', 'players', 'records'),
  ),
  players: noted('players in one game', whole(2)),
  games: whole(0),
  gates: noted('contested gates: all players were in the game, and one of them won the next peel', whole(0)),
  seconds: noted('duration', number(0)),
  seed: noted('null: records have seeds of their own', orNull(text())),
  interrupted: noted(
    'the race was stopped early, and the figures are of the games until then',
    oneOf(true, false),
  ),
  mode,
  jobs: noted('number of parallel games, each in a process of its own; null for records', orNull(whole(1))),
  racer: noted('null if no built-in racers played', orNull(oneOf('compiled', 'script'))),
  seats: spread,
  spawns: noted('by the order in which the players were started; null if it is unknown', orNull(spread)),
  places: noted('by the position in the writing order', spread),
  entries: noted('by player, if players were named', orNull(listOf(entry))),
  headStart: noted('time between the first and the last write of a gate', orNull(headStart)),
  inversions: noted(
    'pairs of peels that the host read in another order than the racers wrote them',
    orNull(inversions),
  ),
  deadHeats: noted(
    'gates whose first two peels were written within the window',
    orNull(object({ count: whole(0), of: whole(0), windowUs: number(0) })),
  ),
  curve: noted(
    'how often a racer wins that thinks this much less than the others; empty if that was not measured',
    listOf(curvePoint),
  ),
  photoFinish: orNull(
    object({
      coins: noted('gates with more than one peel in time, which a coin toss decided', whole(0)),
      of: whole(0),
      overturned: noted('how often the coin toss did not choose the first to arrive', whole(0)),
    }),
  ),
  late: noted('late peels by seat', listOf(whole(0))),
  offences: whole(0),
  leftBatchClass: noted(
    'players of the batch scheduling class that the system ran in another class',
    listOf(batchLeaver),
  ),
  offenders: noted('the first ten', listOf(offender)),
  loopDelayMs: noted('largest delay of the event loop of the host', number(0)),
  unpolledGates: noted('gates that opened before the host knew that no other input was pending', whole(0)),
  pinned: noted('each player on one processor, chosen at random for each game', oneOf(true, false)),
  unpinnedBecause: noted('why that was not possible, if it was requested', orNull(text())),
  machine,
  verdict: object({
    fair: oneOf(true, false),
    judged: noted(
      'false with too few gates or games, or if no player changed seats; fair is true then',
      oneOf(true, false),
    ),
    sentence: text(),
    alpha: oneOf(0.001),
  }),
});

export type RaceReport = ValueOf<typeof raceReport>;
export type RaceVerdict = RaceReport['verdict'];
export type RaceMode = ValueOf<typeof mode>;
export type Spread = ValueOf<typeof spread>;
export type Share = ValueOf<typeof share>;
export type EntryShare = ValueOf<typeof entry>;
export type HeadStart = ValueOf<typeof headStart>;
export type Inversions = ValueOf<typeof inversions>;
export type CurvePoint = ValueOf<typeof curvePoint>;
export type BatchLeaver = ValueOf<typeof batchLeaver>;
export type Machine = ValueOf<typeof machine>;
