import type { Premium, ProgramFailure, ScoredWord } from '../board.ts';
import { premiumOf } from '../premiums/premium-of.ts';
import { type Checked, check } from './check.ts';
import { generate, type Meter } from './generate.ts';
import { parse } from './parse.ts';
import { NoProgram, placeOf } from './place.ts';
import { LONGEST_PROGRAM } from './steps.ts';
import type { Token } from './tokens.ts';
import { tokensOf } from './tokens.ts';
import { whyFailed } from './walk.ts';

/** What each kind of program reads. All leave their answer in `_result_`, which is 0 before. */
const inputsOf = {
  board: ['_x_', '_y_'],
  square: ['_pos_', '_acc_'],
  drawing: ['_input_'],
} as const;

interface RunOf {
  readonly board: (x: number, y: number) => number;
  readonly square: (word: ScoredWord, pos: number, acc: number) => number;
  readonly drawing: (input: number) => number;
}
type ProgramKind = keyof typeof inputsOf;

export interface Program<Kind extends ProgramKind> {
  /** On one line. */
  readonly folded: string;
  /** What `_result_` is in the end, or FAILED. */
  readonly run: RunOf[Kind];
  why(inputs: readonly number[], word?: ScoredWord): ProgramFailure | undefined;
  /** Of a square's program. */
  readonly premium: Premium | undefined;
  /** Names that mean nothing: who reaches one fails. */
  readonly warnings: readonly ProgramFailure[];
}

export type ReadProgram<Kind extends ProgramKind> =
  | { readonly ok: true; readonly program: Program<Kind> }
  | { readonly ok: false; readonly problem: string };

const noWord: ScoredWord = { length: 0, points: new Int32Array(), chars: new Int32Array() };

/** A program's text to code that runs it. With a meter the code counts its steps there. */
export function readProgram<Kind extends ProgramKind>(
  kind: Kind,
  text: string,
  meter?: Meter,
): ReadProgram<Kind> {
  if (text.length > LONGEST_PROGRAM)
    return {
      ok: false,
      problem: `expected a program of up to ${LONGEST_PROGRAM} characters; got ${text.length}`,
    };
  try {
    const tokens = tokensOf(text);
    const checked = check(text, parse(tokens), inputsOf[kind]);
    return { ok: true, program: compiled(checked, fold(tokens), kind, meter) };
  } catch (error) {
    if (!(error instanceof NoProgram)) throw error;
    const { line, column } = placeOf(text, error.offset);
    return { ok: false, problem: `line ${line}, column ${column}: ${error.message}` };
  }
}

function compiled<Kind extends ProgramKind>(
  checked: Checked,
  folded: string,
  kind: Kind,
  meter?: Meter,
): Program<Kind> {
  const { text, faults } = checked;
  return {
    folded,
    run: generate(checked, kind === 'square', meter) as RunOf[Kind],
    premium: kind === 'square' ? premiumOf(checked) : undefined,
    why: (inputs, word = noWord) => whyFailed(checked, inputs, word),
    warnings: [...faults.values()].map(({ at, error, detail }) => ({ error, ...placeOf(text, at), detail })),
  };
}

/**
 * A program on one line of ASCII: white space between two tokens becomes one space. White space in quotes is
 * none, and a character that has no place on such a line is written by its number.
 */
function fold(tokens: readonly Token[]): string {
  let folded = '';
  let end = 0;
  for (const token of tokens) {
    if (token.at > end && folded !== '' && token.kind !== 'end') folded += ' ';
    const asNumber = token.kind === 'character' && !/^'[ -~]'$/.test(token.text);
    folded += asNumber ? `intToChar(${token.value})` : token.text;
    end = token.at + token.text.length;
  }
  return folded;
}
