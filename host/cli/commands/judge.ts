import { createInterface } from 'node:readline';
import { parseJson } from '../../core/json.ts';
import { either, meant } from '../../core/text.ts';
import { type Command, groupOf } from '../command.ts';
import { type GamesWords, gamesWith, whyWithout } from '../game-words.ts';
import { printJson } from '../output.ts';

/** A move of a game, judged without a player. */
export function judgeOf(games: GamesWords): Command {
  const judges = gamesWith(games, 'judge');
  const names = judges.map(([name]) => name);
  return groupOf({
    name: 'judge',
    summary: 'Judges a grid, a move or a word by the rules of a game, without players.',
    form: 'GAME …',
    expected: `a game, ${either(names)}`,
    why: (game) => whyWithout(games, game, 'judge'),
    examples: judges.map(([, { example }]) => example),
    notes: 'Exit status: 0 legal, 1 illegal.',
    each: Object.fromEntries(
      judges.map(([name, { example, load }]) => [name, { summary: example[1], load }]),
    ),
  });
}

/** The answer to one line of input. */
interface JudgedLine {
  readonly is: 'right' | 'wrong' | 'unreadable';
  /** The answer as a JSON object. */
  readonly shown: Readonly<Record<string, unknown>>;
}

const statuses = { right: 0, wrong: 1, unreadable: 2 } as const;

/** A line in, a line out, in the same order. Answers the exit status: that of the worst line. */
export async function judgeLines(judge: (line: string) => JudgedLine): Promise<number> {
  let status = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { is, shown } = judge(line);
    status = Math.max(status, statuses[is]);
    printJson(shown);
  }
  return status;
}

/** The JSON of a line, an object of these keys, or what was expected instead. */
export function jsonIn(
  line: string,
  expected: string,
  keys: readonly string[],
): { readonly value: unknown } | string {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    return `${expected}: ${(error as Error).message}`;
  }
  const odd = Object.keys(Object(value)).find((key) => !keys.includes(key));
  if (odd === undefined) return { value };
  return Array.isArray(value) || typeof value !== 'object'
    ? expected
    : `unknown key ${JSON.stringify(odd)}; the keys are ${keys.join(', ')}${meant(odd, keys)}`;
}
