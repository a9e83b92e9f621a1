import { UsageError } from '../core/errors.ts';
import type { ModelTotals } from '../games/kit/model-requests.ts';
import { moneyOf, type Price } from '../views/model-figures.ts';

export const priceOption = {
  kind: 'text',
  default: undefined as string | undefined,
  value: 'IN,OUT',
  help: 'price of a language model for a million tokens of prompts and of answers; shows the money a game',
} as const;

export function readPrice(text: string | undefined): Price | undefined {
  if (text === undefined) return undefined;
  const [, prompt, completion] = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (completion !== undefined) return [Number(prompt), Number(completion)];
  throw new UsageError(
    `--price: expected two numbers with a comma, such as 0.5,1.5; got ${JSON.stringify(text)}`,
  );
}

/** Totals for programs: with a price, the money of all games. */
export function pricedTotals(totals: readonly ModelTotals[], price: Price | undefined) {
  return totals.map((each) => (price ? { ...each, money: moneyOf(each, price) } : each));
}
