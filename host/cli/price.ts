import { UsageError } from '../core/errors.ts';
import type { ModelTotals } from '../games/kit/model-requests.ts';
import type { PricedTotals } from '../views/model-figures.ts';

/** Money for a million tokens of prompts, and of answers. */
type Price = readonly [prompt: number, completion: number];

export const priceOption = {
  kind: 'text',
  default: undefined as string | undefined,
  value: 'IN,OUT',
  help: 'price of a language model for a million tokens of prompts and of answers',
} as const;

function readPrice(text: string): Price {
  const [, prompt, completion] = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (completion !== undefined) return [Number(prompt), Number(completion)];
  throw new UsageError(
    `--price: expected two numbers with a comma, such as 0.5,1.5; got ${JSON.stringify(text)}`,
  );
}

/** With a price, totals have the money of all games. */
export function pricedTotals(
  totals: readonly ModelTotals[],
  text: string | undefined,
): readonly PricedTotals[] {
  if (text === undefined) return totals;
  const [prompt, completion] = readPrice(text);
  return totals.map((each) => ({
    ...each,
    money: (each.promptTokens * prompt + each.completionTokens * completion) / 1e6,
  }));
}
