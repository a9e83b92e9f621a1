import { createInterface } from 'node:readline';
import { parseJson } from '../../core/parse-json.ts';
import { meant } from '../../core/text/near-name.ts';
import { printJson } from '../print.ts';

/** What a line came to. */
export interface JudgedLine {
  readonly is: 'right' | 'wrong' | 'unreadable';
  /** As a JSON object. */
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
    : `there is no key ${JSON.stringify(odd)}; the keys are ${keys.join(', ')}${meant(odd, keys)}`;
}
