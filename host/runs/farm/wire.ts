import { notJson, parseJson } from '../../core/json.ts';
import {
  byName,
  listOf,
  Misfit,
  number,
  object,
  oneOf,
  optional,
  orNull,
  readBy,
  readShape,
  type Shape,
  text,
  transform,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { abbreviate, visible } from '../../core/text.ts';
import { version } from '../../core/version.ts';
import { type Result, readResultValue } from '../../events/result.ts';
import { exitCode, exitSignal, playedFile } from '../../games/kit/result-fields.ts';
import { type MatchRequest, readMatchRequest } from '../../match/plan.ts';
import { levels } from '../../match/seat.ts';
import { MODEL_KEY, type OwnProcessOptions } from '../../seats/process/process-options.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import { playerOptions } from '../../settings/config/players-in-file.ts';
import { farmOptions } from '../../settings/farm-options.ts';
import { hostingOptions } from '../../settings/options.ts';
import { outputOptions } from '../../settings/output-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import type { GameReport } from '../play-game.ts';

/*
 * The texts that schedulers and workers write for each other into the database of a farm. Anybody with the
 * right to write may have written them, so each is read by its shape, up to a length.
 */

/** It goes up with whatever older workers would not keep to, such as another limit of players: these take no games then. */
export const FARM_FORM = 2;

/** The longest text of each kind, in characters. */
export const LONGEST = {
  setup: 2 ** 18,
  facts: 2 ** 14,
  batch: 2 ** 20,
  report: 2 ** 22,
  name: 200,
} as const;
/** Bytes that are kept of the standard error of a player: a report has the end of eight of them. */
export const MOST_STDERR = 2 ** 16;
const MOST_REFUSALS = 20;
const MOST_REQUESTS = 1_000;

/** A command line cannot have a NUL. */
const word = text(/^[^\0]*$/, 'a text without NUL');
const name = text(undefined, undefined, { most: LONGEST.name });
const flag = oneOf(true, false);
const sha256 = text(/^[\da-f]{64}$/, 'a SHA-256 in hexadecimal');

/** The possible values of an option of the command line. */
const within = ({ min, max }: { readonly min: number; readonly max: number }) => whole(min, max);

const strict = object({
  network: flag,
  readable: listOf(word),
  writable: listOf(word),
  hidden: listOf(word),
});

const ofAllPlayers = {
  cwd: optional(word),
  strict: optional(strict),
  variables: optional(byName(word, { names: text(/^[^\0=]+$/, 'the name of a variable') })),
  memoryCap: optional(within(hostingOptions.memory)),
  processCap: optional(within(hostingOptions['max-processes'])),
  // JSON has no number without end.
  cpuCap: optional(
    transform(orNull(within(hostingOptions['player-cpu'])), (cap) => cap ?? Number.POSITIVE_INFINITY),
  ),
};

const own = object({
  name: word,
  ...ofAllPlayers,
  unreadCap: optional(within(hostingOptions['max-unread'])),
  bundle: optional(
    object({
      sha256,
      files: word,
      prepare: optional(word),
      time: optional(within(playerOptions['prepare-timeout'])),
    }),
  ),
});

const hosting: Shape<HostingRequest> = transform(
  object({
    ...ofAllPlayers,
    sandbox: oneOf('auto', ...levels),
    shell: word,
    farewellNs: optional(within(hostingOptions.farewell)),
    graceNs: within(hostingOptions.grace),
    unreadCap: within(hostingOptions['max-unread']),
    stderrCap: optional(whole(0, MOST_STDERR)),
    keptStderr: optional(within(outputOptions['keep-stderr'])),
    batch: optional(flag),
    requireBatch: optional(flag),
    own: listOf(own),
  }),
  ({ own, cwd, ...request }) => ({
    ...request,
    cwd,
    stderr: 'discard',
    commandFolder: undefined,
    // A missing field is absent, not undefined.
    own: new Map(own.map(({ name, ...each }) => [name, each as OwnProcessOptions])),
  }),
);

const queue = text(/^games-\d{1,15}-[\da-f]{8}$/, 'the name of a queue');
const form = object({ queue, form: whole(1), version: name });

const setup = object({
  queue,
  form: whole(FARM_FORM, FARM_FORM),
  /** The version of wordhost. */
  version: name,
  /** The newest edition of the rules that its games may have. */
  edition: whole(1),
  game: name,
  dictionary: orNull(object({ name: word, sha256 })),
  hosting,
  /** Records travel with the results. */
  records: flag,
  /** A game may begin while the players of another are ended. */
  overlap: flag,
  /** Players of one game that can think at the same moment. */
  thinking: whole(1, 1_000),
  /** The share of the workers. */
  weight: within(farmOptions.weight),
});

/** The facts that workers need of an experiment. The scheduler writes them, and removes them at its end. */
export type FarmSetup = ValueOf<typeof setup>;

export type SetupReading =
  | { readonly ok: true; readonly setup: FarmSetup }
  | { readonly ok: false; readonly queue?: string; readonly problem: string };

/** The queue of one run of a scheduler: nobody takes what an earlier run has left. */
export const queuePrefix = (experiment: number): string => `games-${experiment}-`;

export function writeSetup({ hosting, ...rest }: FarmSetup): string {
  const own = [...(hosting.own ?? [])].map(([name, each]) => ({ name, ...each, ...withoutKey(each) }));
  return JSON.stringify({ ...rest, hosting: { ...hosting, ...withoutKey(hosting), own } });
}

/** The key of a server is not stored. Each worker has its own. */
function withoutKey({ variables }: Pick<HostingRequest, 'variables'>): Pick<HostingRequest, 'variables'> {
  if (variables?.[MODEL_KEY] === undefined) return {};
  return { variables: { ...variables, [MODEL_KEY]: '' } };
}

/** What the row of an experiment has. It names no queue of another one. */
export function readSetup(written: string, experiment: number): SetupReading {
  const value = readJson(written, LONGEST.setup);
  if (value instanceof Misfit) return { ok: false, problem: inWords(value) };
  const head = readShape(form, value);
  if (head instanceof Misfit) return { ok: false, problem: inWords(head) };
  const { queue } = head;
  if (!queue.startsWith(queuePrefix(experiment)))
    return { ok: false, problem: inWords(`queue: ${queue} is of another run`) };
  if (head.form > FARM_FORM) return { ok: false, queue, problem: needsNewer(head) };
  const problem = `the run was begun by wordhost ${visible(head.version)}, and this machine has ${version}: use the same version`;
  if (head.form < FARM_FORM) return { ok: false, queue, problem };
  const read = readShape(setup, value);
  return read instanceof Misfit ? { ok: false, queue, problem: inWords(read) } : { ok: true, setup: read };
}

export function needsNewer({ version: needed }: Pick<FarmSetup, 'version'>): string {
  return `the run needs wordhost ${visible(needed)}; this machine has ${version}: use a newer wordhost`;
}

const request: Shape<MatchRequest> = readBy(object({}), (value) => {
  const read = readMatchRequest(value);
  return read.ok ? read.request : new Misfit(() => read.problem);
});

const batch = object({
  /** The scheduler draws it. The games that a worker hands back stay the same batch, in another job. */
  batch: text(/^[\w-]{1,64}$/, 'the id of a batch'),
  requests: listOf(request),
});

/** Some games, which one worker plays: a few seconds of them. */
export type Batch = ValueOf<typeof batch>;

/** The data of a job; a text is what is wrong with it. The games are of the run that its setup describes. */
export function readBatch(
  data: unknown,
  { game, edition, dictionary }: Pick<FarmSetup, 'game' | 'edition' | 'dictionary'>,
): Batch | string {
  const read = readShape(batch, data);
  if (read instanceof Misfit) return read.inWords();
  if (read.requests.length > MOST_REQUESTS) return `requests: expected at most ${MOST_REQUESTS}`;
  const list = dictionary?.sha256;
  const odd = read.requests.findIndex(
    (each) =>
      each.game !== game ||
      each.edition > edition ||
      ('sha256' in each.dictionary ? each.dictionary.sha256 : undefined) !== list,
  );
  return odd === -1 ? read : `requests[${odd}]: it is a game of another run`;
}

const milliseconds = orNull(number(0));

const seatReport = object({
  exchanges: listOf(
    object({ t: number(), from: oneOf('host', 'player'), text: text(), offset: whole(0), lines: whole(0) }),
  ),
  silence: object({ wroteAt: optional(number()), isAwaited: flag }),
  lateTurns: optional(
    object({ turns: whole(0), cpuMs: milliseconds, waitMs: milliseconds, givenMs: number(0) }),
  ),
});

const processEnding = object({
  code: exitCode,
  signal: exitSignal,
  killed: flag,
  cpuMs: milliseconds,
  waitMs: milliseconds,
  maxRssKb: milliseconds,
  scheduling: optional(text()),
  stderr: text(),
  stderrStart: optional(text()),
  survivors: whole(0),
  survivorPids: optional(listOf(whole(1))),
});

const report = object({
  result: readBy(object({}), (value) => {
    const read = readResultValue(value);
    return typeof read === 'string' ? new Misfit(() => read) : read;
  }) as Shape<Result>,
  seats: listOf(seatReport),
  endings: listOf(object({ processes: optional(processEnding), files: optional(listOf(playedFile)) })),
  recordFailure: optional(text()),
});

const failure = object({ failure: object({ of: oneOf('void', 'host', 'bug'), text: text() }) });

/** The outcome of a game on a worker. */
export type Outcome =
  | { readonly report: Omit<GameReport, 'records' | 'packedRecord'> }
  | ValueOf<typeof failure>;

/** Left out if players have written too much. */
export function writeOutcome(outcome: Outcome): string {
  const written = JSON.stringify(outcome);
  if (written.length <= LONGEST.report || 'failure' in outcome) return written;
  const { seats, endings, ...report } = outcome.report;
  const short = {
    ...report,
    seats: seats.map((each) => ({ ...each, exchanges: [] })),
    endings: endings.map(({ processes, ...each }) => ({
      ...each,
      ...(processes && { processes: { ...processes, stderr: '', stderrStart: undefined } }),
    })),
  };
  return JSON.stringify({ report: short });
}

/** The outcome of the game of this request; a text is what is wrong with it. */
export function readOutcome(written: string, request: MatchRequest): Outcome | string {
  const value = readJson(written, LONGEST.report);
  if (value instanceof Misfit) return value.inWords();
  if (!(readShape(object({ failure: object({}) }), value) instanceof Misfit)) {
    const read = readShape(failure, value);
    return read instanceof Misfit ? read.inWords() : read;
  }
  const read = readShape(object({ report }), value);
  if (read instanceof Misfit) return read.inWords();
  const { result, seats, endings, recordFailure } = read.report;
  const { players } = result;
  const isOfRequest =
    result.id === request.id &&
    [players, seats, endings].every(({ length }) => length === request.players.length) &&
    request.players.every(
      ({ name, entry, seat }, index) =>
        players[index]!.name === name && players[index]!.entry === entry && players[index]!.seat === seat,
    );
  if (!isOfRequest) return 'report.result: it is of another game';
  return { report: { ...read.report, recordFailure } };
}

const refusal = object({ queue: name, experiment: name, problem: text() });

/** An experiment that a worker cannot play as its scheduler promises. */
export type FarmRefusal = ValueOf<typeof refusal>;

const facts = object({
  host: name,
  pid: whole(0),
  version: name,
  processors: whole(0),
  /** Games at once. */
  slots: within(seriesOptions.jobs),
  games: whole(0),
  /** Games that it plays now, of which run. Workers of older versions do not say this. */
  playing: optional(listOf(object({ queue: name, games: whole(0) }))),
  gamesPerMinute: number(0),
  since: name,
  /** Processes that want a processor, the mean of a minute. Workers of older versions do not say this, nor what follows. */
  load: optional(number(0)),
  refusals: optional(listOf(refusal)),
});

/** The state of a worker, as the worker writes it. */
export type WorkerFacts = ValueOf<typeof facts>;

export function writeFacts({ refusals = [], ...rest }: WorkerFacts): string {
  const short = refusals
    .slice(0, MOST_REFUSALS)
    .map(({ problem, ...each }) => ({ ...each, problem: abbreviate(visible(problem), 400) }));
  return JSON.stringify({ ...rest, refusals: short });
}

export function readFacts(written: string): WorkerFacts | string {
  const value = readJson(written, LONGEST.facts);
  const read = value instanceof Misfit ? value : readShape(facts, value);
  return read instanceof Misfit ? inWords(read) : read;
}

function readJson(written: string, longest: number): unknown {
  if (written.length > longest) return new Misfit(() => `expected at most ${longest} characters`);
  try {
    return parseJson(written);
  } catch (error) {
    return new Misfit(() => notJson(error, written));
  }
}

const inWords = (problem: Misfit | string) =>
  `its row in the database is damaged: ${abbreviate(typeof problem === 'string' ? problem : problem.inWords(), 300)}`;
