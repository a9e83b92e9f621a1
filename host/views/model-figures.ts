import { percent, visible } from '../core/text.ts';
import type { ModelTotals } from '../games/kit/model-requests.ts';
import { indentedTable } from './terminal/table.ts';

/** With a price, `money` is that of all games. */
export type PricedTotals = ModelTotals & { readonly money?: number | undefined };

/** Figures of a language model: means of a game, and shares of turns. */
export function modelFacts(
  totals: PricedTotals,
): readonly { readonly name: string; readonly value: string }[] {
  const { games, requests, promptTokens, completionTokens, ms, money, turns } = totals;
  const mean = (sum: number, digits = 1) => (sum / games).toFixed(digits);
  const share = (count: number) => (turns === 0 ? '' : percent(count / turns));
  return [
    { name: 'requests a game', value: mean(requests) },
    { name: 'tokens of prompts a game', value: mean(promptTokens) },
    { name: 'tokens of answers a game', value: mean(completionTokens) },
    { name: 'seconds a game', value: mean(ms / 1000) },
    ...(money === undefined ? [] : [{ name: 'money a game', value: mean(money, 4) }]),
    { name: 'first move legal', value: share(totals.legal) },
    { name: 'first move illegal', value: share(totals.illegal) },
    { name: 'first answer unreadable', value: share(totals.unreadable) },
    { name: 'first answer cut off', value: share(totals.cutOff) },
    { name: 'no answer', value: share(totals.unanswered) },
  ];
}

/** Lines on the requests of language models. */
export function modelLines(totals: readonly PricedTotals[]): string[] {
  const facts = totals.map((each) => [{ name: 'games', value: String(each.games) }, ...modelFacts(each)]);
  const [first] = facts;
  if (!first) return [];
  const headings = ['requests', ...totals.map(({ name }) => visible(name))];
  const rows = first.map(({ name }, row) => [name, ...facts.map((each) => each[row]!.value)]);
  const isIncomplete = totals.some(({ incomplete }) => incomplete);
  return [
    ...indentedTable({ headings, rows }),
    ...(isIncomplete ? ['', 'Some records lack lines of standard error: use --keep-stderr 1M.'] : []),
  ];
}
