import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { root } from '../../docs/pages.ts';
import { puzzlePosition } from './puzzle-positions.ts';

/** Writes the positions of the puzzles: node --conditions=wordhost-source test/serve/home/make-puzzles.ts */
const COUNT = 366;
const PATH = join(root, 'host/serve/scrabble/puzzle/positions.json');

const reading = loadLexicon('english');
if (!reading.ok) throw new Error(reading.problem);
const positions: string[] = [];
for (let seed = 1; positions.length < COUNT; seed++) {
  const position = puzzlePosition(reading.lexicon, `puzzle ${seed}`);
  if (position !== undefined) positions.push(position);
}
writeFileSync(PATH, JSON.stringify(positions));
spawnSync('npx', ['biome', 'format', '--write', PATH], { cwd: root, stdio: 'inherit' });
