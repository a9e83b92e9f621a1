import t from 'tap';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { countSteps, stepsOf } from '../../host/views/steps.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';

function recordNamed(name: string): GameRecord {
  return read(oldRecords.find((each) => each.name === name)!.text);
}

function read(text: string): GameRecord {
  const reading = parseRecord(text, 'record', games);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

t.test(
  'A record is stepped through by its events of interest, and the last step says how it ended',
  async (t) => {
    const steps = [...stepsOf(recordNamed('38cfc23/scrabble-strict'))];
    t.same(
      steps.map(({ number }) => number),
      steps.map((_, index) => index + 1),
    );
    t.match(steps.at(0)?.sentence, /^scrabble, seed 53: /);
    t.match(steps.at(-1)?.sentence, 'no winner: the limit of turns was reached');
    const play = steps.find(({ sentence }) => sentence.includes('plays GADS'))!;
    t.equal(play.seat, 2);
    const [board] = play.panels;
    const filled = board!.fresh!.map((cell) => board!.rows.flatMap((row) => [...row])[cell]);
    t.same(filled, ['G', 'A', 'd'], 'the tiles of this move, and none that lay there');
  },
);

t.test('Only what is wanted of a long game is drawn', async (t) => {
  const record = recordNamed('38cfc23/scrabble-strict');
  const all = [...stepsOf(record)];
  t.equal(countSteps(record), all.length);
  t.same([...stepsOf(record, (number) => number === 1 || number > 10)], [all[0], all[10], all[11]]);
});

t.test('What was to be seen at a step stays as it was', async (t) => {
  for (const { name, text } of oldRecords.filter((_, index) => index % 4 === 0)) {
    const seen = [...stepsOf(read(text))];
    const said: string[] = [];
    for (const { panels } of stepsOf(read(text))) said.push(JSON.stringify(panels));
    t.same(
      seen.map(({ panels }) => JSON.stringify(panels)),
      said,
      name,
    );
  }
});

t.test('The times of all answers together are the thinking time of the result', async (t) => {
  const { result, ...record } = recordNamed('38cfc23/scrabble-strict');
  const steps = [...stepsOf({ ...record, result })].filter(({ sentence }) =>
    / (plays|passes|changes)/.test(sentence),
  );
  for (const { seat, thinkMs } of result!.players) {
    const sum = steps.filter((step) => step.seat === seat).reduce((all, { thought = 0 }) => all + thought, 0);
    t.equal(Math.round(sum / 1e4) / 100, thinkMs);
  }
});

t.test('A record without an end has steps up to where it breaks off', async (t) => {
  const steps = [...stepsOf(read(recordText({ players: 2 })))];
  t.same(
    steps.map(({ sentence }) => sentence),
    ['bananagrams, seed 1: p1 against p2'],
  );
});
