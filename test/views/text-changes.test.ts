import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { draw } from '../../host/views/html/markup.ts';
import { runningTable } from '../../host/views/parts/game-parts.ts';
import { spliced, splicesBetween } from '../../host/views/parts/text-changes.ts';
import { stepsOf } from '../../host/views/steps.ts';
import { oldRecords } from '../old-records/old-records.ts';
import fc, { runs } from '../support/laws.ts';

const pieces = fc.array(
  fc.constantFrom(
    '<td>',
    '</td>',
    ' class="card"',
    'M',
    ' x="20 60"',
    'M0 540h120',
    'ADA',
    '\u{1f600}',
    '\n',
  ),
  { maxLength: 60 },
);

t.test('a text and its changes are the next text', async () => {
  fc.assert(
    fc.property(pieces, pieces, pieces, pieces, (start, one, other, end) => {
      const [before, after] = [one, other].map((middle) => [...start, ...middle, ...end].join(''));
      const splices = JSON.parse(JSON.stringify(splicesBetween(before!, after!)));
      return spliced(before!, splices) === after;
    }),
    runs(500),
  );
});

t.test('what is alike is not sent, also far apart and after a new row', async (t) => {
  t.strictSame(splicesBetween('<a>1<b>2', '<a>1<b>2'), []);
  t.strictSame(splicesBetween('', '<p>new'), [[0, 0, '<p>new']]);
  const rows = Array.from(
    { length: 50 },
    (_, row) => `<tr><th scope="row">game ${row}</th><td>won</td></tr>`,
  );
  const before = rows.join('\n');
  const [first] = splicesBetween(
    before,
    ['<tr><th scope="row">game 50</th><td>lost</td></tr>', ...rows].join('\n'),
  );
  t.ok(first![2].length < 100, first![2]);
  const changed = before.replace('game 7<', 'game 8<').replace('game 40<', 'game 41<');
  t.strictSame(
    splicesBetween(before, changed).map(([, , come]) => come),
    [' 8', ' 41'],
  );
});

/** Four games with a move a second each may have 10 KB a second together. */
const MOST_BYTES_OF_MOVE = 10_000 / 4;

t.test('a move of a running game is sent in few bytes, in each game', async (t) => {
  const seen = new Set<string>();
  for (const { name, text } of oldRecords) {
    const record = parseRecord(text, name, games);
    if (!record.ok) continue;
    const names = record.header.players.map((player) => player.name);
    const drawings = [...stepsOf(record)].map(
      ({ panels, seat }) => runningTable(draw, names, panels, seat).text,
    );
    const bytes = drawings.flatMap((drawing, index) => {
      const before = drawings[index - 1];
      // The first drawing of a board is sent whole.
      if (before === undefined || !before.includes('<svg')) return [];
      const splices = splicesBetween(before, drawing);
      if (spliced(before, splices) !== drawing) t.fail(`${name}, step ${index}`);
      return [Buffer.byteLength(JSON.stringify(splices))];
    });
    if (bytes.length < 10) continue;
    seen.add(record.game.name);
    const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
    t.ok(mean < MOST_BYTES_OF_MOVE, `${name}: ${Math.round(mean)} bytes a move`);
  }
  t.strictSame([...seen].toSorted(), ['bananagrams', 'boggle', 'scrabble']);
});
