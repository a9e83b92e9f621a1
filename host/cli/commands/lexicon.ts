import { readFileSync } from 'node:fs';
import { UsageError } from '../../core/usage-error.ts';
import {
  buildLexicon,
  checkText,
  checkWords,
  type Described,
  describeLexicon,
  type LexiconInfo,
} from '../../lexicon/describe.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { explainSkipped } from '../../lexicon/problem.ts';
import { dictionaryOptions } from '../../settings/dictionary-options.ts';
import { fieldsOf } from '../../settings/fields.ts';
import { drawTable } from '../../views/terminal/table.ts';
import { commandOf } from '../command.ts';
import { printJson, printLines, printNotes } from '../print.ts';
import { lexiconOf } from '../read-lexicon.ts';

const options = {
  ...dictionaryOptions,
  out: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'build: file for the compiled list, instead of the cache',
  },
  json: { kind: 'flag', default: false, help: 'one JSON object' },
} as const;

/** Compiled word lists. */
export const lexicon = commandOf({
  summary: 'Compiled word lists. A list is compiled when it is first used; build does it before.',
  operands: {
    form: 'build FILE | info [NAME|FILE] | check WORD…',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    expected: 'build, info or check after lexicon',
    choices: [['build', 'info', 'check']],
  },
  options,
  examples: [
    ['wordhost lexicon build words.txt', 'compile a list: one word a line, any case'],
    ['wordhost lexicon info', 'description of the built-in list'],
    [
      'wordhost lexicon check hello quixotry',
      'whether these are words; without words, those of standard input',
    ],
  ],
  notes: 'Exit status of check: 0 all are words, 1 one is not.',
  async run({ operands: [verb, ...rest], options: settled }) {
    const { dictionary, skipsNonWords } = fieldsOf(dictionaryOptions, settled);
    switch (verb) {
      case 'build':
        if (rest.length !== 1)
          throw new UsageError('lexicon build: expected one file: wordhost lexicon build words.txt');
        return show(
          rest[0]!,
          buildLexicon(rest[0]!, settled.out, undefined, { skipsNonWords }),
          settled.json,
        );
      case 'info':
        if (rest.length > 1)
          throw new UsageError('lexicon info: expected one list, or none for the built-in one');
        return show(
          rest[0] ?? dictionary,
          describeLexicon(rest[0] ?? dictionary, undefined, { skipsNonWords }),
          settled.json,
        );
      case 'check':
        return check(lexiconOf({ dictionary, skipsNonWords }), rest, settled.json);
      default:
        throw new UsageError(`expected build, info or check after lexicon; got ${verb}`);
    }
  },
});

function show(list: string, described: Described, json: boolean): number {
  if (!described.ok) throw new UsageError(described.problem);
  const { info, skipped } = described;
  if (skipped !== undefined) printNotes([explainSkipped(list, skipped)]);
  if (json) printJson(info);
  else printLines(infoLines(info));
  return 0;
}

function infoLines(info: LexiconInfo): string[] {
  const rows = info.byLength.map(({ letters, words }) => [String(letters), String(words)]);
  return [
    `${info.name}: ${info.words} words of ${info.shortest} to ${info.longest} letters`,
    `letters   ${info.alphabet.join('')}`,
    `sha256    ${info.sha256}`,
    `compiled  ${info.compiledFile} (${info.edges} edges, ${info.bytes} bytes)`,
    `text      ${info.textFile}`,
    '',
    ...drawTable(['letters', 'words'], rows),
  ];
}

function check(list: Lexicon, words: readonly string[], json: boolean): number {
  const checked = words.length > 0 ? checkWords(list, words) : checkText(list, readFileSync(0, 'utf8'));
  if (json) printJson(checked);
  else printLines(checked.map(({ word, valid }) => `${word}: ${valid ? 'a word' : 'not in the list'}`));
  return checked.every(({ valid }) => valid) ? 0 : 1;
}
