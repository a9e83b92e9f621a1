import { createInterface } from 'node:readline';
import { UsageError } from '../../../core/errors.ts';
import { loadLexicon } from '../../../lexicon/load.ts';
import { SiuEngine } from '../../../tools/siu/siu-engine.ts';
import { commandOf } from '../../command.ts';
import { positionOptions, positionTerms } from './judge.ts';

/** Our greedy player for programs that analyze games. */
export const siu = commandOf({
  summary: 'Serves the built-in search for plays as an engine of Scrabble that speaks SIU.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operand, as in `wordhost siu`' },
  options: positionOptions,
  examples: [
    ['wordhost siu', 'an engine that a front end starts'],
    ['wordhost siu --dictionary words.txt', 'with a word list of your own'],
  ],
  notes:
    'SIU is a draft (0.2): lines in on standard input, lines out on standard output. It can gen and auto.\n' +
    'At the table of a host it is a player: "wordhost player engine --kind siu \'wordhost siu\'".\n' +
    'A player of Scrabble has WORDHOST_KWG in its environment: without --dictionary that list is the list.\n' +
    'Exit status: 0 after quit, or the end of the input; 2 usage.',
  async run({ options, textsOf }) {
    const { WORDHOST_KWG: ofGame } = process.env;
    const dictionary =
      textsOf('dictionary') === undefined && ofGame !== undefined ? ofGame : options.dictionary;
    const terms = positionTerms({ ...options, dictionary }, textsOf);
    const { lexicon } = terms;
    if (!lexicon) throw new UsageError('--dictionary none: expected a word list for siu');
    if (!terms.board.layout)
      throw new UsageError(`--board ${terms.board.name}: expected a board with edges for siu`);
    const engine = new SiuEngine({
      ...{ terms, lexicon, send: (line) => process.stdout.write(`${line}\n`) },
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
