/** A process of its own that loads the built-in list and prints how many milliseconds it took to be of use. */

import { hasWord } from '../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';

const start = performance.now();
const reading = expectOk(loadLexicon('english'));
if (!hasWord(reading.lexicon, 'WORD')) throw new Error('`english` has no WORD');
process.stdout.write(`${performance.now() - start}\n`);
