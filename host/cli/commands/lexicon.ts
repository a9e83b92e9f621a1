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
import { explainSkipped } from '../../lexicon/problem.ts';
import { dictionaryOptions, fieldsOf } from '../../settings/options.ts';
import { drawTable } from '../../views/terminal/table.ts';
import { type Command, commandOf, groupOf } from '../command.ts';
import { printJson, printLines, printNotes } from '../output.ts';
import { lexiconOf } from '../read-lexicon.ts';

const json = { kind: 'flag', default: false, help: 'print one JSON object' } as const;

const build = commandOf({
  summary: 'Compiles a word list. A list is also compiled at first use; this does it in advance.',
  operands: { form: 'FILE', min: 1, max: 1, expected: 'one file: wordhost lexicon build words.txt' },
  options: {
    output: {
      kind: 'text',
      default: undefined,
      value: 'FILE',
      help: 'file for the compiled list, instead of the cache',
    },
    'skip-non-words': dictionaryOptions['skip-non-words'],
    json,
  },
  examples: [['wordhost lexicon build words.txt', 'compile a list with one word per line']],
  async run({ operands: [list], options: { output, json, 'skip-non-words': skipsNonWords } }) {
    return show(list!, buildLexicon(list!, output, undefined, { skipsNonWords }), json);
  },
});

const oneList = {
  form: '[NAME|FILE]',
  min: 0,
  max: 1,
  expected: 'one list, or none for the built-in one',
} as const;

const info = commandOf({
  summary: 'Describes a word list: its words by length, its hash and its files.',
  operands: oneList,
  options: { ...dictionaryOptions, json },
  examples: [['wordhost lexicon info', 'describe the built-in list']],
  async run({ operands, options }) {
    const { dictionary, skipsNonWords } = fieldsOf(dictionaryOptions, options);
    const [list = dictionary] = operands;
    return show(list, describeLexicon(list, undefined, { skipsNonWords }), options.json);
  },
});

const check = commandOf({
  summary: 'Looks up words.',
  operands: { form: '[WORD…]', min: 0, max: Number.POSITIVE_INFINITY, expected: 'words' },
  options: { ...dictionaryOptions, json },
  examples: [
    [
      'wordhost lexicon check hello quixotry',
      'look up words; without words on the command line, those of standard input',
    ],
  ],
  notes: 'Exit status: 0 all words are in the list, 1 at least one is not.',
  async run({ operands, options }) {
    const list = lexiconOf(fieldsOf(dictionaryOptions, options));
    const checked =
      operands.length > 0 ? checkWords(list, operands) : checkText(list, readFileSync(0, 'utf8'));
    if (options.json) printJson(checked);
    else printLines(checked.map(({ word, valid }) => `${word}: ${valid ? 'a word' : 'not in the list'}`));
    return checked.every(({ valid }) => valid) ? 0 : 1;
  },
});

const exportList = commandOf({
  summary: 'Writes a word list as a file of other engines.',
  operands: oneList,
  options: {
    output: { kind: 'text', default: undefined, value: 'FILE', help: 'output file; required' },
    as: {
      kind: 'choice',
      default: 'kwg',
      choices: ['kwg'],
      help: 'output form; `kwg`: for other engines, with its GADDAG',
    },
    ...dictionaryOptions,
    json,
  },
  examples: [
    [
      'wordhost lexicon export --as kwg --output words.kwg words.txt',
      'write a list for engines that read KWG files',
    ],
  ],
  async run({ operands, options }) {
    const { dictionary, skipsNonWords } = fieldsOf(dictionaryOptions, options);
    const [list = dictionary] = operands;
    const { output, json } = options;
    if (output === undefined)
      throw new UsageError('lexicon export: expected an output file, --output FILE; got none');
    return show(list, exportLexicon(list, output, undefined, { skipsNonWords }), json);
  },
});

const entry = (summary: string, command: Command) => ({ summary, load: async () => command });

export const lexicon = groupOf({
  name: 'lexicon',
  summary: 'Compiles, inspects, searches and exports word lists.',
  form: 'build|info|check|export …',
  expected: 'build, info, check or export',
  examples: [build, info, check, exportList].flatMap(({ examples }) => examples),
  each: {
    build: entry('compile a list', build),
    info: entry('describe a list', info),
    check: entry('look up words', check),
    export: entry('write a list for other engines', exportList),
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
