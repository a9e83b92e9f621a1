import { readFileSync } from 'node:fs';
import { UsageError } from '../../core/errors.ts';
import {
  buildLexicon,
  checkText,
  checkWords,
  type Described,
  describeLexicon,
  exportLexicon,
  type LexiconInfo,
} from '../../lexicon/describe.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { explainSkipped } from '../../lexicon/problem.ts';
import { dictionaryOptions, fieldsOf } from '../../settings/options.ts';
import { drawTable } from '../../views/terminal/table.ts';
import { commandOf } from '../command.ts';
import { printJson, printLines, printNotes } from '../output.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { eitherName } from '../renamed.ts';

const options = {
  ...dictionaryOptions,
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'build: file for the compiled list, instead of the cache; export: output file',
  },
  as: {
    kind: 'choice',
    default: 'kwg',
    choices: ['kwg'],
    help: 'export: output form; `kwg`: for other engines, with its GADDAG',
  },
  out: { kind: 'text', default: undefined, value: 'FILE', help: 'old name of --output', hidden: true },
  to: { kind: 'choice', default: 'kwg', choices: ['kwg'], help: 'old name of --as', hidden: true },
  json: { kind: 'flag', default: false, help: 'print one JSON object' },
} as const;

/** Compiled word lists. */
export const lexicon = commandOf({
  summary:
    'Compiles, inspects, searches and exports word lists. A list is compiled at first use; build compiles it in advance.',
  operands: {
    form: 'build FILE | info [NAME|FILE] | check WORD… | export [NAME|FILE]',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    expected: 'build, info, check or export after lexicon',
    choices: [['build', 'info', 'check', 'export']],
  },
  options,
  examples: [
    ['wordhost lexicon build words.txt', 'compile a list with one word per line'],
    ['wordhost lexicon info', 'describe the built-in list'],
    [
      'wordhost lexicon check hello quixotry',
      'look up words; without words on the command line, those of standard input',
    ],
    [
      'wordhost lexicon export --as kwg --output words.kwg words.txt',
      'write a list for engines that read KWG files',
    ],
  ],
  notes: 'Exit status of check: 0 all words are in the list, 1 at least one is not.',
  async run(call) {
    const {
      operands: [verb, ...rest],
      options: settled,
    } = call;
    const { dictionary, skipsNonWords } = fieldsOf(dictionaryOptions, settled);
    const { json } = settled;
    const output = eitherName<string | undefined>(call, 'output', 'out');
    eitherName(call, 'as', 'to');
    const loading = { skipsNonWords };
    switch (verb) {
      case 'build': {
        if (rest.length !== 1)
          throw new UsageError('lexicon build: expected one file: wordhost lexicon build words.txt');
        return show(rest[0]!, buildLexicon(rest[0]!, output, undefined, loading), json);
      }
      case 'info': {
        const list = oneList(verb, rest) ?? dictionary;
        return show(list, describeLexicon(list, undefined, loading), json);
      }
      case 'check':
        return check(lexiconOf({ dictionary, skipsNonWords }), rest, json);
      case 'export': {
        const list = oneList(verb, rest) ?? dictionary;
        if (output === undefined)
          throw new UsageError('lexicon export: expected an output file, --output FILE; got none');
        return show(list, exportLexicon(list, output, undefined, loading), json);
      }
      default:
        throw new UsageError(`expected build, info, check or export after lexicon; got ${verb}`);
    }
  },
});

function oneList(verb: string, lists: readonly string[]): string | undefined {
  if (lists.length > 1)
    throw new UsageError(`lexicon ${verb}: expected one list, or none for the built-in one`);
  return lists[0];
}

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
