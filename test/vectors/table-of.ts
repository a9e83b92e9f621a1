import type { Key } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { boggleOptions } from '../../host/games/boggle/options.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { laidBoggle } from '../games/boggle-table.ts';
import type { RefereeTable } from '../games/referee-table.ts';
import { dealsScrabble, laidScrabble } from '../games/scrabble-table.ts';
import { deals, laidTable } from '../games/table.ts';
import type { Transcript } from './transcript.ts';

/** Players are named, and none is ready. */
export function tableOf(given: Transcript): RefereeTable {
  const key = keyOf(given.seed);
  switch (given.game) {
    case 'bananagrams':
      return laidTable({ ...bananagramsRequest(given), key });
    case 'scrabble':
      return laidScrabble({ ...scrabbleRequest(given), key });
    case 'boggle':
      return laidBoggle({
        board: given.board!,
        players: given.players!,
        words: given.words ?? [],
        options: said(given, boggleOptions),
      });
    default:
      return given.game satisfies never;
  }
}

/** Whether a seed deals what is given. */
export function isDealt(given: Transcript): (seed: string) => boolean {
  const test = dealingTest(given);
  return (seed) => test(keyOf(seed));
}

function dealingTest(given: Transcript): (key: Key) => boolean {
  if (given.game === 'bananagrams') return deals(bananagramsRequest(given), given.hands!);
  if (given.game === 'scrabble') return dealsScrabble(scrabbleRequest(given));
  return () => true;
}

function bananagramsRequest(given: Transcript) {
  return { ...dealOf(given), words: given.words!, options: said(given, bananagramsOptions) };
}

function scrabbleRequest(given: Transcript) {
  const words = given.words === null ? {} : { words: given.words };
  return { ...dealOf(given), ...words, first: given.first ?? 1, options: said(given, scrabbleOptions) };
}

function dealOf({ hands = [], draws = '', others = '' }: Transcript) {
  return { hands, draws, others };
}

/** Those options alone that are given. */
function said({ options = {} }: Transcript, table: OptionTable): Record<string, unknown> {
  const settled: Record<string, unknown> = settleOptions(table, [
    { where: (name) => `--${name}`, texts: options },
  ]);
  return Object.fromEntries(Object.keys(options).map((name) => [name, settled[name]]));
}
