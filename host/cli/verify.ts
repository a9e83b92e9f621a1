import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { seedHash, seedOfGame } from '../core/seed.ts';
import { aroundDifference, counted, cut, visible } from '../core/text.ts';
import type { GameRecord } from '../events/read-record.ts';
import type { Games } from '../games/game.ts';
import type { OptionTable } from '../games/kit/option.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { isProven, loadByHash, loadLexicon } from '../lexicon/load.ts';
import { planFromRecord } from '../match/plan.ts';
import { verifyRecord } from '../match/verify.ts';
import { dictionaryOptions } from '../settings/options.ts';
import type { JudgeReport } from '../views/html/replay-page.ts';
import { printJson, printLines, printNotes } from './output.ts';
import { readRecordAt } from './stores.ts';

/** A file that is no record, among others. */
type Unread = { readonly ok: false; readonly unreadable: true; readonly problem: string };

const statuses = { right: 0, 'not right': 1, unreadable: 2 } as const;
type Verdict = keyof typeof statuses;

/** Each record verified, a line for each; of several, how many were right. Answers the exit status. */
export async function verifyFiles(
  paths: readonly string[],
  games: Games,
  list: NamedList,
  json: boolean,
): Promise<number> {
  const counts: Record<Verdict, number> = { right: 0, 'not right': 0, unreadable: 0 };
  for (const path of paths) {
    const outcome =
      paths.length === 1 ? await verified(path, games, list) : await verifyAmong(path, games, list);
    counts[verdictOf(outcome)]++;
    if (json) printJson({ file: path, ...outcome });
    else printLines(linesOf(path, outcome));
  }
  if (paths.length > 1 && !json) printLines([summary(paths.length, counts)]);
  if (counts['not right'] > 0) return statuses['not right'];
  return counts.unreadable > 0 ? statuses.unreadable : statuses.right;
}

export function noteIfTorn({ torn }: GameRecord, path: string): void {
  if (torn)
    printNotes([
      `${path}: the last line is incomplete, because the host was killed while it wrote; the line is ignored`,
    ]);
}

async function verified(path: string, games: Games, list: NamedList): Promise<Outcome> {
  const record = await readRecordAt(path, games);
  if (!record.ok) throw new UsageError(record.problem);
  noteIfTorn(record, path);
  return outcomeOf(record, list);
}

/** One that cannot be verified does not end the others. */
async function verifyAmong(path: string, games: Games, list: NamedList): Promise<Outcome | Unread> {
  try {
    return await verified(path, games, list);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ok: false, unreadable: true, problem: error.message };
  }
}

function verdictOf(outcome: Outcome | Unread): Verdict {
  if (outcome.ok) return 'right';
  return 'unreadable' in outcome ? 'unreadable' : 'not right';
}

function linesOf(path: string, outcome: Outcome | Unread): string[] {
  if (outcome.ok) return [`${path}: verified. ${outcome.said}`];
  const { problem } = outcome;
  if ('unreadable' in outcome) return [problem.startsWith(path) ? problem : `${path}: ${problem}`];
  return [`${path}: not verified. ${problem}`, ...(outcome.lines ?? []).map(shownLine)];
}

function summary(all: number, counts: Readonly<Record<Verdict, number>>): string {
  const others = [
    ...(counts['not right'] > 0 ? [`${counts['not right']} failed`] : []),
    ...(counts.unreadable > 0 ? [`${counts.unreadable} could not be read`] : []),
  ];
  const right = counts.right === all ? 'all verified' : [`${counts.right} verified`, ...others].join(', ');
  return `${counted(all, 'record')}: ${right}`;
}

const LONGEST_LINE = 4000;

/** Escapes and shortens a line of a record, which may come from outside. */
function shownLine(line: string): string {
  return cut(visible(line), LONGEST_LINE);
}

/** The outcome of `replay --verify`. */
export type Outcome =
  | { readonly ok: true; readonly decisions: number; readonly complete: boolean; readonly said: string }
  | {
      readonly ok: false;
      readonly line?: number;
      readonly problem: string;
      readonly lines?: readonly string[];
      /** Nothing could be compared. */
      readonly unreadable?: true;
    };

/** The present path of the word list of that game, if the user gives one. */
export interface NamedList {
  readonly dictionary: string | undefined;
  readonly skipsNonWords: boolean;
  /** The seeds of the run, if its seed has been published. */
  readonly seeds?: RunSeeds | undefined;
}

export function outcomeOf(record: GameRecord, list: NamedList): Outcome {
  const { header, events, lines } = record;
  const recorded = header.dictionary;
  const lexicon = 'sha256' in recorded ? listOf(recorded, list) : undefined;
  if ('sha256' in recorded && lexicon?.sha256 !== recorded.sha256)
    return {
      ok: false,
      problem: `It was played with another dictionary: ${recorded.name} had the hash ${recorded.sha256}; this one has ${lexicon?.sha256}.`,
    };
  if ('words' in recorded && lexicon && lexicon.words !== recorded.words)
    return {
      ok: false,
      line: 1,
      problem: `Line 1: the word list with that hash has ${counted(lexicon.words, 'word')}, not ${recorded.words}.`,
    };
  const other = list.seeds && otherSeed(header, list.seeds);
  if (other !== undefined) return { ok: false, line: 1, problem: `Line 1: ${other}.` };
  const plan = planFromRecord(record, lexicon);
  if (!plan.ok) return { ok: false, line: 1, problem: `${plan.problem}.` };
  const verification = verifyRecord(plan.plan, events, lines);
  if (verification.ok) {
    const { decisions, complete } = verification;
    if (decisions === 0 && !complete)
      return {
        ok: false,
        unreadable: true,
        problem: 'incomplete: nothing verified. The record ends before the first decision',
      };
    const said = `All ${counted(decisions, 'decision')} reproduced${complete ? '' : '; the record has no end, because the host was killed'}.`;
    return { ok: true, decisions, complete, said };
  }
  const { line, problem, recorded: was, expected } = verification.disagreement;
  const [wasPart, expectedPart] = aroundDifference(was, expected);
  return {
    ok: false,
    line,
    problem: `Line ${line}: ${problem}.`,
    lines: [`  recorded: ${wasPart}`, `  expected: ${expectedPart}`],
  };
}

const MOST_GAMES = 100_000;

/** The seeds of the games of a run. They are computed once for all games that are verified. */
export class RunSeeds {
  readonly hash: string;
  readonly #runSeed: string;
  readonly #seeds = new Set<string>();

  constructor(runSeed: string) {
    this.#runSeed = runSeed;
    this.hash = seedHash(runSeed);
  }

  has(seed: string): boolean {
    for (let game = this.#seeds.size + 1; game <= MOST_GAMES && !this.#seeds.has(seed); game++)
      this.#seeds.add(seedOfGame(this.#runSeed, game));
    return this.#seeds.has(seed);
  }
}

/** Says why a game does not belong to the run with these seeds. */
function otherSeed({ seed, 'seed-hash': hash }: GameRecord['header'], seeds: RunSeeds): string | undefined {
  if (hash === undefined) return 'the game has no seed-hash, because it is not of a run of several games';
  if (hash !== seeds.hash) return `its seed-hash is ${hash}; that of the seed of the run is ${seeds.hash}`;
  return seeds.has(seed) ? undefined : `the seed ${visible(seed)} does not follow from the seed of the run`;
}

export const seedsOf = (runSeed: string | undefined): RunSeeds | undefined =>
  runSeed === undefined ? undefined : new RunSeeds(runSeed);

export const runSeedOption = {
  'run-seed': {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'TEXT',
    relations: [{ requires: 'verify', from: 'anywhere' }],
    help: 'with --verify: seed of the run, from which the `seed-hash` and the seed of each game must follow',
  },
} as const satisfies OptionTable;

/** Every decision made again, as far as that can be done here. */
export function judgeReport(record: GameRecord, list: NamedList): JudgeReport {
  const outcome = attempt(record, list);
  if (typeof outcome === 'string')
    return { is: 'not judged', said: [`It could not be verified: ${outcome}`] };
  if (outcome.ok) return { is: 'right', said: [outcome.said] };
  const { problem, lines } = outcome;
  if (lines === undefined) return { is: 'not judged', said: [`It could not be verified: ${problem}`] };
  return {
    is: 'different',
    said: [`It differs from the rules. ${problem}`, ...lines.map((line) => shownLine(line))],
  };
}

/** The outcome, or why there is none. */
function attempt(record: GameRecord, list: NamedList): Outcome | string {
  try {
    return outcomeOf(record, list);
  } catch (error) {
    if (error instanceof UsageError && list.dictionary === undefined) return error.message;
    throw error;
  }
}

interface RecordedList {
  readonly name: string;
  readonly sha256: string;
}

/** The name of the list in a record is not used as a path: the list is found by its hash, or named by the user. */
export function listOf({ name, sha256 }: RecordedList, { dictionary, skipsNonWords }: NamedList): Lexicon {
  const lexicon = dictionary === undefined ? loadByHash(name, sha256) : loadList(dictionary, skipsNonWords);
  if (!lexicon)
    throw new UsageError(
      `this game was played with the word list ${name} (SHA-256 ${sha256}), and no compiled list on this machine has that hash. Use --dictionary FILE`,
    );
  if (!isProven(lexicon))
    throw new UsageError(
      `dictionary ${lexicon.name}: its compiled form differs from its text, ${lexicon.path}. Compile it again with wordhost lexicon build; for the built-in list, reinstall wordhost`,
    );
  return lexicon;
}

function loadList(nameOrFile: string, skipsNonWords: boolean): Lexicon {
  const reading = loadLexicon(nameOrFile, undefined, { skipsNonWords });
  if (reading.ok) return reading.lexicon;
  throw new UsageError(reading.problem);
}

/** Lists files, and the records in folders. */
export function recordFiles(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => (isFolder(place) ? recordsIn(place) : [place]));
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function recordsIn(folder: string): readonly string[] {
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .filter(isFile);
  if (records.length === 0)
    throw new UsageError(`${folder}: expected records (ID.jsonl, as written by --record); found none`);
  return records.sort();
}

/** The word list of a recorded game, where none with its hash has been compiled here. */
export function listOptions(when: string) {
  return {
    dictionary: {
      kind: 'text',
      default: undefined as string | undefined,
      value: 'NAME|FILE',
      help: `${when}: word list of the game, if no compiled list on this machine has its hash`,
    },
    'skip-non-words': {
      ...dictionaryOptions['skip-non-words'],
      help: 'with --dictionary: lines that are not words are skipped, as they were in the game',
    },
  } as const satisfies OptionTable;
}
