import t, { type Test } from 'tap';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { replayPage } from '../../host/views/html/replay-page.ts';
import { countSteps, stepsOf } from '../../host/views/steps.ts';
import { pictureSvg } from '../../host/views/svg.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { retelling } from '../../host/views/terminal/story.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';

t.test('steps', async (t) => {
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
      t.match(steps.at(-1)?.sentence, /no winner: .*limit.*reached/);
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
      const sum = steps
        .filter((step) => step.seat === seat)
        .reduce((all, { thought = 0 }) => all + thought, 0);
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
});

t.test('too much to draw', async (t) => {
  /* Records as nobody plays: all views end with as much as a person can look at, and say what they leave out. */

  type Event = Readonly<Record<string, unknown>>;

  /** The begin of a record of this game, and its first move of this type many times, each time another one. */
  function grown(
    t: Test,
    game: string,
    type: string,
    many: number,
    next: (move: Event, index: number) => Event,
  ) {
    const isMove = (line: string) => line.includes(`"type":"${type}"`) && !line.includes('"errors"');
    const { text } = oldRecords.find(
      (each) => each.text.includes(`"game":"${game}"`) && each.text.split('\n').some(isMove),
    )!;
    const lines = text.trimEnd().split('\n');
    const at = lines.findIndex(isMove);
    const move = JSON.parse(lines[at]!) as Event & { readonly t: number };
    const more = Array.from({ length: many }, (_, index) =>
      JSON.stringify({ ...move, n: at + 1 + index, t: move.t + index, ...next(move, index) }),
    );
    // A board without edges is as large as what lies on it.
    const begin = lines.slice(0, at).filter((line) => !line.includes('"type":"board"'));
    const record = parseRecord(`${[...begin, ...more].join('\n')}\n`, 'x', games);
    if (!record.ok) throw new Error(record.problem);
    t.equal(record.events.length, begin.length + many);
    return record;
  }

  type Grown = ReturnType<typeof grown>;

  const shown = (record: Grown) =>
    [...retelling(record, { grids: true, width: 100, paint: paintFor(false) })].flat();

  t.test(
    'a grid that is too large is told with its size, on a terminal as in pages and drawings',
    async (t) => {
      const grid = `999999${'A'.repeat(999 * 999)}`;
      const record = grown(t, 'bananagrams', 'peel', 20, () => ({ grid }));
      const said = 'too large to draw: 999 by 999 cells';
      const lines = shown(record);
      t.equal(lines.filter((line) => line.trim() === said).length, 20);
      t.ok(lines.length < 200);
      t.match(replayPage({ record, judged: { is: 'right', said: [] } }), said);
      const { panels } = [...stepsOf(record)].at(-1)!;
      t.match(pictureSvg({ panels, names: ['a', 'b'], title: [] }), said);
    },
  );

  t.test('of very many large boards the first are drawn, and then it is told what happens', async (t) => {
    const record = grown(t, 'scrabble', 'play', 400, ({ move }, index) => {
      const tile = String(move).split(' ')[2];
      return { move: `${(index * 7) % 190} ${(index * 11) % 190} ${tile}` };
    });
    const lines = shown(record);
    const drawn = lines.join('\n').length;
    t.ok(drawn < 8_000_000, `${drawn} characters`);
    t.equal(lines.filter((line) => line.includes('too much to draw: from here on')).length, 1);
    t.ok(lines.filter((line) => / s {2}\d /.test(line)).length >= 400, 'each move is told');
  });

  t.test('a board with more tiles than any game has is not drawn', async (t) => {
    const record = grown(t, 'scrabble', 'play', 4100, ({ move }, index) => {
      const tile = String(move).split(' ')[2];
      return { move: `${index % 100} ${Math.floor(index / 100)} ${tile}` };
    });
    const { panels } = [...stepsOf(record, (number) => number > 4000)].at(-1)!;
    t.match(panels[0], { caption: /; too many tiles to draw$/, rows: [] });
  });
});
