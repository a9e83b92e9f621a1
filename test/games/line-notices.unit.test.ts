import t from 'tap';
import { readNotice as boggle } from '../../host/games/boggle/wire/read-notice.ts';
import { readNotice as scrabble } from '../../host/games/scrabble/wire/read-notice.ts';

const shared = [
  'turn',
  'turn soon',
  'turn 5000',
  'turn 5000 soon',
  'turn 5e3 1',
  'passed',
  'passed me',
  'timeout x',
  'forfeited 1.5',
  'bank 1',
  'bank 1 5000 2',
  'gameover 1 many',
];

const malformed = {
  boggle: [
    ...shared,
    'turn 5000 1',
    'turn none 1 x',
    'scored 1 CAT',
    'scored 1 CAT x',
    'found x CAT 1',
    'missed 1 CAT',
  ],
  scrabble: [
    ...shared,
    'bag',
    'bag few',
    'changed 2',
    'changesuccess 5',
    'played 2',
    'played 2 4 0 1',
    'played 2 4 0 1 E1',
    'played 2 4 0 x 5E1',
    'playfailed 2 5E1',
    'playsuccess 4 0 1 5E1',
    'playsuccess x 0 1 5E1 new',
    'playsuccess 4 0 1 5E1 new 5',
  ],
};

t.test('A line of the host that is not whole means nothing, as one with an unknown first word', async (t) => {
  for (const line of malformed.boggle) t.equal(boggle(line), undefined, line);
  for (const line of malformed.scrabble) t.equal(scrabble(line), undefined, line);
});

t.test('Turns without end, reasons of later hosts and words that are left over are read', async (t) => {
  t.same(boggle('turn none 1 4'), { type: 'turn', ms: undefined, k: 1, left: 4 });
  t.same(scrabble('turn 5000 1 more'), { type: 'turn', ms: 5000, k: 1 });
  t.same(boggle('missed 1 CAT moonisfull'), { type: 'missed', player: 1, word: 'CAT', reason: 'moonisfull' });
  t.same(scrabble('playsuccess -4 new'), { type: 'playsuccess', points: -4, placements: [], drawn: [] });
});
