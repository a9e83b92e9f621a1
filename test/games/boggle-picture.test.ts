import t from 'tap';
import { bogglePicture } from '../../host/games/boggle/picture.ts';
import type { Header } from '../../host/games/events.ts';
import { drawPanel, pictureLines, spaceOf } from '../../host/views/terminal/pictures.ts';
import { allOf } from '../support/all-of.ts';

const header: Omit<Header, 'options'> = {
  wordhost: 1,
  version: '1',
  id: '0'.repeat(21),
  game: 'boggle',
  seed: '1',
  startedAt: '',
  dictionary: { name: 'none' },
  players: [],
  host: { node: '', platform: '', cpus: 1 },
};
const bytes = [0, 1] as const;
const rows = ['C A T S', 'O E D O', 'A R I G', 'S T N QU'];
const points = { CATS: 1, CAT: 1, DOG: 1, COAT: 1, SATED: 2, TA: 0 } as const;
const paths: Partial<Record<string, number[]>> = {
  CATS: [0, 1, 2, 3],
  DOG: [6, 7, 11],
  SATED: [3, 2, 1, 5, 6],
};

function pictured(rules: string, seats: number) {
  const picture = bogglePicture(seats);
  picture.take({ type: 'game', ...header, options: { rules } });
  picture.take({ type: 'board', rows });
  const guess = (seat: number, word: keyof typeof points) =>
    picture.take({
      type: 'guess',
      seat,
      word,
      points: points[word],
      path: paths[word] ?? [0, 1, 2],
      bytes,
    });
  const seen = () => picture.panels().map(({ caption, list }) => [caption, ...(list ?? [])].join(': '));
  return { picture, guess, seen };
}

t.test('A right guess has a panel with its way over the board; a wrong one has none', async (t) => {
  const { picture, guess } = pictured('classic', 2);
  const panel = guess(2, 'SATED');
  t.equal(panel?.seat, 2);
  t.same(drawPanel(panel!, spaceOf(80)), [
    ' C    A----T---(S)',
    '      |',
    ' O    E----D    O',
    '',
    ' A    R    I    G',
    '',
    ' S    T    N    Qu',
  ]);
  t.equal(picture.take({ type: 'guess', seat: 1, word: 'XQ', reason: 'notonboard', bytes }), undefined);
});

t.test('While all play at once, a word that two have found brings nothing to either', async (t) => {
  const { guess, seen } = pictured('classic', 2);
  guess(1, 'CATS');
  guess(1, 'SATED');
  guess(2, 'SATED');
  guess(2, 'DOG');
  t.same(seen(), ['2: DOG 1', '1 point, 2 words: CATS 1: SATED 0', '1 point, 2 words: DOG 1: SATED 0']);
});

t.test('An offender has nothing, and takes nothing from others', async (t) => {
  const { picture, guess, seen } = pictured('classic', 2);
  guess(1, 'CATS');
  guess(2, 'CATS');
  picture.take({ type: 'offence', seat: 2, kind: 'protocol', rule: 'word', detail: 'odd' });
  t.same(seen().slice(1), ['1 point, 1 word: CATS 1', '0 points, 0 words']);
});

t.test('The end sets the points, and leaves the best word on the board', async (t) => {
  const { picture, guess, seen } = pictured('classic', 2);
  guess(1, 'SATED');
  guess(2, 'CATS');
  guess(1, 'DOG');
  picture.take({ type: 'found', seat: 1, words: ['DOG', 'SATED'], points: [1, 2] });
  picture.take({ type: 'scores', seats: [1, 2], scores: [3, 0] });
  t.same(seen(), ['1: SATED 2', '3 points, 2 words: SATED 2: DOG 1', '0 points, 0 words']);
  t.same(picture.panels()[0]!.path, paths.SATED);
});

t.test('A word with its points has a path on the board, if there is one', async (t) => {
  const { picture } = pictured('classic', 1);
  t.strictSame(
    picture.laid!('CATS 1').map(({ letter }) => letter),
    [...'CATS'],
  );
  t.strictSame(picture.laid!('SQUID 2'), []);
  t.strictSame(bogglePicture(1).laid!('CATS 1'), [], 'without a board');
});

t.test('Before the game there is no board, and nobody has anything', async (t) => {
  const picture = bogglePicture(1);
  t.match(picture.panels(), [{ seat: 1, caption: '0 points, 0 words' }]);
});

t.test('With six players all of it fits a terminal of 80 by 24: lists are cut with a count', async (t) => {
  const { guess, picture } = pictured('classic', 6);
  for (let seat = 1; seat <= 6; seat++) for (const word of Object.keys(points)) guess(seat, word as 'CAT');
  for (let number = 0; number < 200; number++)
    picture.take({ type: 'guess', seat: 3, word: `WORD${number}`, points: 11, path: [0], bytes });
  const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'];
  const lines = pictureLines(picture.panels(), names, 80, 23);
  t.ok(lines.length <= 23, `${lines.length} lines`);
  t.ok(allOf(lines, (line) => line.length <= 80));
  t.match(lines.join('\n'), /and 198 more/);
});
