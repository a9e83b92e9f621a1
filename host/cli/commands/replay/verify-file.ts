import { aroundDifference } from '../../../core/text/around-difference.ts';
import { counted } from '../../../core/text/plural.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import { isProven, loadByHash } from '../../../lexicon/kept/load-by-hash.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { loadLexicon } from '../../../lexicon/load.ts';
import { planFromRecord } from '../../../match/plan/plan-from-request.ts';
import { verifyRecord } from '../../../match/replay/verify.ts';

/** The outcome of `replay --verify`. */
export type Outcome =
  | { readonly ok: true; readonly decisions: number; readonly complete: boolean; readonly said: string }
  | {
      readonly ok: false;
      readonly line?: number;
      readonly problem: string;
      readonly lines?: readonly string[];
    };

/** The present path of the word list of that game, if the user gives one. */
export interface NamedList {
  readonly dictionary: string | undefined;
  readonly skipsNonWords: boolean;
}

export function outcomeOf(record: GameRecord, list: NamedList): Outcome {
  const { header, events, lines } = record;
  const recorded = header.dictionary;
  const lexicon = 'sha256' in recorded ? listOf(recorded, list) : undefined;
  if ('sha256' in recorded && lexicon?.sha256 !== recorded.sha256)
    return {
      ok: false,
      problem: `It was played with another dictionary: ${recorded.name} had the hash ${recorded.sha256}, and this one has ${lexicon?.sha256}.`,
    };
  if ('words' in recorded && lexicon && lexicon.words !== recorded.words)
    return {
      ok: false,
      line: 1,
      problem: `Line 1: the word list with that hash has ${counted(lexicon.words, 'word')}, and not ${recorded.words}.`,
    };
  const plan = planFromRecord(record, lexicon);
  if (!plan.ok) return { ok: false, line: 1, problem: `${plan.problem}.` };
  const verification = verifyRecord(plan.plan, events, lines);
  if (verification.ok) {
    const { decisions, complete } = verification;
    const said = `${counted(decisions, 'decision')} made again, all the same${complete ? '' : '; the record has no end (the host was killed)'}.`;
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

interface RecordedList {
  readonly name: string;
  readonly sha256: string;
}

/** The name of the list in a record is not used as a path: the list is found by its hash, or named by the user. */
function listOf({ name, sha256 }: RecordedList, { dictionary, skipsNonWords }: NamedList): Lexicon {
  const lexicon = dictionary === undefined ? loadByHash(name, sha256) : loaded(dictionary, skipsNonWords);
  if (!lexicon)
    throw new UsageError(
      `this game was played with the word list ${name} (SHA-256 ${sha256}), and no list with that hash has been compiled here. Name it: --dictionary FILE`,
    );
  if (!isProven(lexicon))
    throw new UsageError(
      `dictionary ${lexicon.name}: its compiled form has other words than its text, ${lexicon.path}. Compile it again: wordhost lexicon build; the built-in list: install wordhost again`,
    );
  return lexicon;
}

function loaded(nameOrFile: string, skipsNonWords: boolean): Lexicon {
  const reading = loadLexicon(nameOrFile, undefined, { skipsNonWords });
  if (reading.ok) return reading.lexicon;
  throw new UsageError(reading.problem);
}
