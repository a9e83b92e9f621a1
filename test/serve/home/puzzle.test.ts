import t from 'tap';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import positions from '../../../host/serve/scrabble/puzzle/positions.json' with { type: 'json' };
import { ScrabblePuzzles } from '../../../host/serve/scrabble/puzzle/puzzles.ts';
import fc, { runs } from '../../support/laws.ts';
import { puzzlePosition } from './puzzle-positions.ts';

const reading = loadLexicon('english');
if (!reading.ok) throw new Error(reading.problem);
const { lexicon } = reading;

t.test('the list has a position for each day of a year, which the script makes again', async (t) => {
  t.equal(new Set(positions).size, 366);
  const made: string[] = [];
  for (let seed = 1; made.length < 3; seed++)
    made.push(...[puzzlePosition(lexicon, `puzzle ${seed}`) ?? []].flat());
  t.strictSame(made, positions.slice(0, 3));
});

t.test('each position has one best move, which the puzzle takes as the best', async (t) => {
  const puzzles = new ScrabblePuzzles(lexicon, positions);
  for (const [day] of positions.entries()) {
    const [first, second] = puzzles.best(day);
    const answer = puzzles.judge(day, first!.text);
    t.strictSame(answer, {
      ok: true,
      move: first,
      best: { points: first!.points, leave: first!.leave },
    });
    t.ok(
      first!.laid.length > 0 && first!.points + first!.leave > second!.points + second!.leave + 3.99,
      first!.text,
    );
  }
});

t.test('a day has the same position for everybody, and the list begins again after its end', async (t) => {
  const [one, other] = [new ScrabblePuzzles(lexicon, positions), new ScrabblePuzzles(lexicon, positions)];
  t.strictSame(one.view(20_786), other.view(20_786));
  t.equal(one.view(20_786).day, '2026-11-29');
  t.strictSame(one.view(20_786).panel.rows, one.view(20_786 + positions.length).panel.rows);
  t.not(one.view(20_786).panel.rack, one.view(20_787).panel.rack);
});

t.test('a move is told its points and its leave, or why it is refused', async (t) => {
  const puzzles = new ScrabblePuzzles(lexicon, [
    '15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 AENSTQ?/ 0/10 0',
  ]);
  const told = (move: string) => {
    const answer = puzzles.judge(0, move);
    return answer.ok ? [answer.move.text, answer.move.points, answer.move.laid] : answer.problem;
  };
  t.strictSame(told('8G cats'), ['8G CATS', 6, [{ cell: 114, letter: 'S' }]]);
  t.strictSame(told('8G CATs'), ['8G CATs', 5, [{ cell: 114, letter: 's' }]]);
  t.strictSame(told('change Q'), ['change Q', 0, []]);
  t.strictSame(told('exchange Q'), ['change Q', 0, []]);
  for (const [move, problem] of [
    ['8G CATZ', /Z/],
    ['A1 SEAT', /tile/],
    ['8G CATQ', /CATQ/],
    ['pass', /expected a play/],
    ['forfeit', /expected a play/],
    ['', /no new tile/],
    ['<b>', /expected a move/],
    ['change ZZ', /Z/],
  ] as const)
    t.match(told(move), problem, move);
});

t.test('any text is judged or refused', async (t) => {
  const puzzles = new ScrabblePuzzles(lexicon, positions);
  const part = fc.constantFrom(
    ...['8H', 'H8', '15O', '0,0', '-9,99999999999', 'across', 'change', 'play', 'pass', '@1', ' ', '.', '?'],
    ...['CAT', 'cat', 'Q', '99', '0 0 3C3', '<', '"', '\u0000', '\u{1f600}', 'É'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(part).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(fc.nat(400), text, (day, move) => {
      const answer = puzzles.judge(day, move.slice(0, 60));
      t.ok(answer.ok ? Number.isFinite(answer.move.points + answer.move.leave) : answer.problem !== '');
    }),
    runs(2_000),
  );
});
