import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keyOf } from '../../core/seed.ts';
import type { Setup } from '../../games/game.ts';
import { type OptionTable, type OptionValues, readOption } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';

interface SetUpGame<Table extends OptionTable> {
  readonly options: Table;
  unplayable(options: OptionValues<Table>, seats: number): string | undefined;
}

/** A game of two players with options as on a command line. A string is the reason why there is none. */
export function setUpFirstTurn<Table extends OptionTable>(
  game: SetUpGame<Table>,
  words: readonly string[],
): (Setup<Table> & { readonly lexicon: Lexicon }) | string {
  const loaded = loadLexicon(process.env.WORDHOST_DICTIONARY ?? 'english');
  if (!loaded.ok) return loaded.problem;
  try {
    const options = readWords(game.options, words);
    const names = ['', ''];
    const { lexicon } = loaded;
    return game.unplayable(options, names.length) ?? { names, options, lexicon, key: keyOf('1'), keyOf };
  } catch (error) {
    return (error as Error).message;
  }
}

function readWords<Table extends OptionTable>(table: Table, words: readonly string[]): OptionValues<Table> {
  const specs = Object.entries(table);
  const types = specs.map(([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }]);
  const { values }: { readonly values: Readonly<Record<string, unknown>> } = parseArgs({
    args: [...words],
    options: Object.fromEntries(types),
  });
  const read = specs.map(([name, spec]) => {
    const given = values[name];
    if (given === undefined) return [name, spec.default];
    const text = String(given);
    const isFile = spec.kind === 'file' && !spec.named?.(text);
    const reading = readOption(spec, isFile ? readFileSync(text, 'utf8') : text);
    if (!reading.ok) throw new Error(`--${name}: ${reading.problem}`);
    return [name, reading.value];
  });
  return Object.fromEntries(read);
}
