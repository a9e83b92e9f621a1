/** A process of its own that loads one list: `load-once.ts FILE`. Writes what came of it as a line of JSON. */
import { loadLexicon } from '../../host/lexicon/load.ts';

const reading = loadLexicon(process.argv[2]!);
const told = reading.ok ? { words: reading.lexicon.words, path: reading.lexicon.path } : reading;
process.stdout.write(`${JSON.stringify(told)}\n`);
