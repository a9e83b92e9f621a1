import { percent, visible } from '../core/text.ts';
import type { ModelTotals } from '../games/kit/model-requests.ts';
import { indentedTable } from './terminal/table.ts';

/** Money for a million tokens of prompts, and of answers. */
export type Price = readonly [prompt: number, completion: number];

/** Lines on the requests of language models: means of a game, and shares of turns. */
export function modelLines(totals: readonly ModelTotals[], price: Price | undefined): string[] {
  if (totals.length === 0) return [];
  const row = (heading: string, cell: (totals: ModelTotals) => string) => [heading, ...totals.map(cell)];
  const mean = (key: 'requests' | 'promptTokens' | 'completionTokens') => (each: ModelTotals) =>
    (each[key] / each.games).toFixed(1);
  const share = (key: 'legal' | 'illegal' | 'unreadable' | 'cutOff' | 'unanswered') => (each: ModelTotals) =>
    each.turns === 0 ? '' : percent(each[key] / each.turns);
  const rows = [
    row('games', ({ games }) => String(games)),
    row('requests a game', mean('requests')),
    row('tokens of prompts a game', mean('promptTokens')),
    row('tokens of answers a game', mean('completionTokens')),
    row('seconds a game', ({ ms, games }) => (ms / games / 1000).toFixed(1)),
    ...(price ? [row('money a game', (each) => (moneyOf(each, price) / each.games).toFixed(4))] : []),
    row('first move legal', share('legal')),
    row('first move illegal', share('illegal')),
    row('first answer unreadable', share('unreadable')),
    row('first answer cut off', share('cutOff')),
    row('no answer', share('unanswered')),
  ];
  const isIncomplete = totals.some(({ incomplete }) => incomplete);
  return [
    ...indentedTable({ headings: ['requests', ...totals.map(({ name }) => visible(name))], rows }),
    ...(isIncomplete ? ['', 'Some records lack lines of standard error: use --keep-stderr 1M.'] : []),
  ];
}

export function moneyOf(
  { promptTokens, completionTokens }: ModelTotals,
  [prompt, completion]: Price,
): number {
  return (promptTokens * prompt + completionTokens * completion) / 1e6;
}
