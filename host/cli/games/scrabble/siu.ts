import { createInterface } from 'node:readline';
import { UsageError } from '../../../core/errors.ts';
import { loadLexicon } from '../../../lexicon/load.ts';
import { SiuEngine } from '../../../tools/siu/siu-engine.ts';
import { commandOf } from '../../command.ts';
import { positionOptions, positionTerms } from './judge.ts';
import { leaveOption, readLeaveFile } from './leave-file.ts';

/** The greedy player as an engine, for programs that analyze games. */
export const siu = commandOf({
  summary: 'Runs the built-in move generator as a Scrabble engine that speaks SIU.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operand, as in `wordhost siu`' },
  options: {
    ...positionOptions,
    leave: {
      ...leaveOption,
      help: 'KLV2 file with leave values, the default of the option Leaves (default: the built-in values)',
    },
  },
  examples: [
    ['wordhost siu', 'run an engine for a front end'],
    ['wordhost siu --dictionary words.txt', 'use your own word list'],
  ],
  notes:
    'SIU is a draft (0.2): lines in on standard input, lines out on standard output. The engine can gen and auto.\n' +
    'To use it as a player: "wordhost player engine --kind siu \'wordhost siu\'".\n' +
    'Without --dictionary, it uses the list in WORDHOST_KWG, which the host sets for players of Scrabble.\n' +
    'Exit status: 0 after quit or the end of the input, 2 usage error.',
  async run({ options, textsOf }) {
    const { WORDHOST_KWG: ofGame } = process.env;
    const dictionary =
      textsOf('dictionary') === undefined && ofGame !== undefined ? ofGame : options.dictionary;
    const terms = positionTerms({ ...options, dictionary }, textsOf);
    const { lexicon } = terms;
    const { leave } = options;
    if (!lexicon) throw new UsageError('--dictionary none: expected a word list for siu');
    if (!terms.board.layout)
      throw new UsageError(`--board ${terms.board.name}: expected a board with edges for siu`);
    const engine = new SiuEngine({
      ...{ terms, lexicon, send: (line) => process.stdout.write(`${line}\n`) },
      leaves: leave === undefined ? undefined : { name: leave, file: readLeaveFile(leave) },
      lexiconNamed(name) {
        const read = loadLexicon(name);
        return read.ok ? read.lexicon : undefined;
      },
    });
    const input = createInterface(process.stdin);
    input.on('line', (line) => engine.hear(line));
    input.on('close', () => engine.end());
    await engine.finished;
    input.close();
    return 0;
  },
});
