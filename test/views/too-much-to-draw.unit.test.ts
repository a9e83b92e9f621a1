import t, { type Test } from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { replayPage } from '../../host/views/html/replay/replay-page.ts';
import { stepsOf } from '../../host/views/steps.ts';
import { pictureSvg } from '../../host/views/svg/picture-svg.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { retelling } from '../../host/views/terminal/story.ts';
import { oldRecords } from '../old-records/old-records.ts';

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
