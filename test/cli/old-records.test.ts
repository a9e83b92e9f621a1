import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { run } from './wordhost.ts';

const shown = [
  'f826bcc/bananagrams-photo-finish',
  'dd2f580/scrabble-course',
  '53477d5/boggle-classic',
  '38cfc23/bananagrams-strict',
  '38cfc23/boggle-examples',
  '38cfc23/scrabble-german-tiles',
];

t.test('replay --verify verifies what earlier versions recorded', async (t) => {
  const cwd = t.testdir();
  for (const list of lists) t.equal((await run(['lexicon', 'build', list], { cwd })).status, 0);
  for (const name of shown) {
    const { text } = oldRecords.find((each) => each.name === name)!;
    writeFileSync(join(cwd, 'game.jsonl'), text);
    const verified = await run(['replay', '--verify', 'game.jsonl'], { cwd });
    t.match(verified, { status: 0, stdout: /right\. \d+ decisions made again, all the same\.\n$/ }, name);
  }
});
