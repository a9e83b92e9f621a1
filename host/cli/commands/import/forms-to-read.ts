import type { AnyGame } from '../../../games/game.ts';
import type { OptionTable } from '../../../games/kit/option.ts';
import type { FormReader } from '../../../games/written-form.ts';
import { type GamesWords, gamesWith } from '../../game-words.ts';

/** A form that records can be made from, and the game that has it. */
export interface FormToRead {
  readonly name: string;
  readonly reader: FormReader;
  game(): Promise<AnyGame>;
}

export async function formsToRead(games: GamesWords): Promise<readonly FormToRead[]> {
  const named = gamesWith(games, 'readers').flatMap(([game, readers]) =>
    Object.entries(readers).map(async ([name, load]): Promise<FormToRead> => {
      return { name, reader: await load(), game: games[game]!.game };
    }),
  );
  return await Promise.all(named);
}

/** Those of every game that has such a form. */
export function optionsOfForms(forms: readonly FormToRead[]): OptionTable {
  return Object.assign({}, ...forms.map(({ reader }) => reader.options));
}
