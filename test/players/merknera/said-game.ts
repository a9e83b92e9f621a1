import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Choice, Greeting } from '../../../host/api/scrabble.ts';
import { type WebGame, webGame } from '../../../host/bots/scrabble/web/web-game.ts';
import { emptyPosition } from '../../../host/games/scrabble/judge/position.ts';
import type { Placement } from '../../../host/games/scrabble/wire/messages.ts';
import { build } from '../../../host/lexicon/build.ts';
import { usualTerms } from '../../bots/usual-terms.ts';

const built = build([
  ...['AE', 'AI', 'AT', 'ATE', 'BAD', 'BAT', 'CAD', 'CAT', 'DAB', 'DO', 'ED', 'EN', 'ER'],
  ...['ES', 'GO', 'HE', 'IN', 'IT', 'NO', 'ON', 'OR', 'RE', 'SO', 'TAB', 'TO'],
]);
if (!built.ok) throw new Error('the words');

export const terms = { ...usualTerms, lexicon: built.automaton };

/** What a bot on pipes is told of the usual game, with a word list of two words. */
export function greeting(t: Test, other: Partial<Greeting> = {}): Greeting {
  const dictionary = join(t.testdir(), 'words.txt');
  writeFileSync(dictionary, 'AT\nCAT\n');
  return {
    rules: terms.rules.name,
    player: 1,
    names: ['one', 'two'],
    first: 1,
    handSize: 7,
    timeoutMs: 30_000,
    dictionary,
    board: terms.board,
    tiles: terms.tiles,
    hand: [],
    ...other,
  };
}

export function usualGame(t: Test): WebGame {
  const said = webGame(greeting(t), terms);
  if (typeof said === 'string') throw new Error(said);
  return said;
}

export function choiceOf(placements: readonly Placement[], held: ReadonlyMap<number, number>): Choice {
  const position = emptyPosition.with(placements);
  const scores = [0, 0];
  return { terms, position, held, inBag: 86, player: 1, scores, scoreless: 0, chance: () => 0 };
}
