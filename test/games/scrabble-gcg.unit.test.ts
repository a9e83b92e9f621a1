import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { nicknames } from '../../host/games/scrabble/formats/gcg/nicknames.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { readTiles } from '../../host/games/scrabble/tiles-choice.ts';
import { recordedFromGcg, writtenGcg } from './gcg-again.ts';
import type { RefereeTable } from './referee-table.ts';
import { dealtScrabble, word } from './scrabble-table.ts';

const header = {
  type: 'game',
  id: 'abc',
  options: { rules: 'tournament', board: null, tiles: null, handsize: '3' },
  dictionary: { name: '/lists/small.words.txt' },
  players: [{ name: 'Ada Lovelace' }, { name: 'Ben' }],
};

function written(events: RefereeTable['events'], begins: object = {}, exact = false) {
  return scrabble.forms!.gcg!.write([{ ...header, ...begins }, ...events] as never, { exact });
}

/** Its moves, without what stands before them. */
function movesOf(table: RefereeTable, begins: object = {}): string[] {
  const writing = written(table.events, begins, true);
  if (!writing.ok) throw new Error(writing.problem);
  const lines = writing.text.trimEnd().split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('#lexicon')) + 1);
}

t.test('A game is written as others read it', (t) => {
  const table = dealtScrabble({
    hands: ['ACT', 'DOG'],
    draws: 'EE',
    words: ['CAT', 'DOGE', 'ED', 'EE', 'CATE'],
  });
  table.says(1, word('CAT', 0, 0));
  table.says(2, 'pass');
  const text = written(table.events);
  t.same(text.ok && text.text.split('\n').slice(0, 8), [
    '#character-encoding UTF-8',
    '#player1 Ada_Lovelace Ada Lovelace',
    '#player2 Ben Ben',
    '#id wordhost abc',
    '#incomplete',
    '>Ada_Lovelace: ACT 8H CAT +60 60',
    '>Ben: DGO - +0 0',
    '#note the word list: small.words',
  ]);
  t.end();
});

t.test('What is laid through tiles, down, alone, and with a blank', (t) => {
  const table = dealtScrabble({
    hands: ['ACT', 'D?G'],
    draws: 'ESZ',
    words: ['CAT', 'DOG', 'CATS', 'AD', 'GO', 'DAG', 'TE'],
  });
  table.says(1, word('CAT', 0, 0));
  table.says(2, word('D.G', 1, -1, 'down'));
  t.same(
    movesOf(table).map((line) => line.replace(/ \+.*/, '')),
    ['#incomplete', '>Ada_Lovelace: ACT 8H CAT', '>Ben: ?DG I7 D.G'],
  );
  t.end();
});

t.test('A tile that makes a word each way is written along the one that was scored first', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOS'], draws: 'EEE', words: ['CAT', 'CATS', 'DOS', 'SO'] });
  table.says(1, word('CAT', 0, 0));
  table.says(2, word('S', 3, 0));
  t.match(movesOf(table).at(-1), /^>Ben: DOS 8H \.\.\.S /);
  t.end();
});

t.test('A change, a turn that ran out, and what is held at the end', (t) => {
  const table = dealtScrabble({
    hands: ['ACT', 'DOG'],
    draws: 'EEE',
    words: ['CAT'],
    options: { timeout: seconds(5) },
  });
  table.says(1, 'change 1 3');
  table.wait(seconds(6));
  const [, change, ranOut, why] = movesOf(table);
  t.equal(change, '>Ada_Lovelace: ACT -AC +0 0');
  t.equal(ranOut, '>Ben: DGO - +0 0');
  t.equal(why, '#note Ben passes: its time ran out');
  t.end();
});

t.test(
  'A player that goes out gains twice what the other holds, as others have it, and a note says how it was counted',
  (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 0, 0));
    const text = written(table.events);
    t.same(text.ok && text.text.trimEnd().split('\n').slice(4), [
      '>Ada_Lovelace: ACT 8H CAT +60 60',
      '>Ada_Lovelace: (DGO) +10 70',
      // Quackle keeps one note of a move.
      '#note this host counts: Ada_Lovelace +5, 65 in all; Ben -5, -5 in all; the word list: small.words',
    ]);
    t.end();
  },
);

t.test('A list that others have is named, as they name it; others are refused by them', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  table.says(1, word('CAT', 0, 0));
  const lexiconIn = (name: string, exact = false) => {
    const text = written(table.events, { dictionary: { name } }, exact);
    return text.ok ? /^#lexicon (.*)$/m.exec(text.text)?.[1] : undefined;
  };
  for (const name of ['CSW21', 'NWL23', 'TWL06', 'FRA24', 'OSPS50', 'America', 'CEL'])
    t.equal(lexiconIn(`/lists/${name}.txt`), name);
  for (const name of ['english', 'odd', '/lists/my words.txt', 'CSW21-mine.txt', 'twelve'])
    t.equal(lexiconIn(name), undefined, name);
  t.equal(lexiconIn('/lists/english.txt', true), 'english', 'exactly');
  t.end();
});

t.test('Player 1 is who moved first, in whatever seat', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  table.says(1, word('CAT', 0, 0));
  const swapped = table.events.map((event) =>
    'seat' in event && typeof event.seat === 'number' ? { ...event, seat: 3 - event.seat } : event,
  );
  const text = written(swapped as never);
  t.same(text.ok && text.text.split('\n').slice(1, 5), [
    '#player1 Ben Ben',
    '#player2 Ada_Lovelace Ada Lovelace',
    '#id wordhost abc',
    '>Ben: ACT 8H CAT +60 60',
  ]);
  t.end();
});

t.test('With --exact the other loses what the player gains that goes out', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  table.says(1, word('CAT', 0, 0));
  const moves = movesOf(table);
  t.equal(moves.length, 3);
  const [, gains, loses] = moves;
  t.equal(gains, '>Ada_Lovelace: (DGO) +5 65');
  t.equal(loses, '>Ben: DGO (DGO) -5 -5');
  t.end();
});

t.test('What is held may be worth less than nothing: who goes out is who holds nothing', async (t) => {
  const text = [
    '#player1 Ada Ada',
    '#player2 Ben Ben',
    '>Ada: ACT 8H CAT +74 74',
    '>Ada: (DGO) -9 65',
    '>Ben: DGO (DGO) +9 9',
    '',
  ].join('\n');
  const kinds = Object.entries({ A: 4, C: 4, T: 4, D: -3, G: -3, O: -3 });
  const file = { tiles: kinds.map(([letter, value]) => ({ count: 1, letters: { [letter]: [value] } })) };
  const tiles = readTiles(JSON.stringify(file));
  if (!tiles.ok) throw new Error(tiles.problem);
  const options = { tiles: tiles.value, handsize: 3 };
  const { record } = await recordedFromGcg(text, { options, lexicon: undefined });
  t.same(writtenGcg(record, true)!.split('\n').slice(-4), text.split('\n').slice(2));
  t.end();
});

t.test('A play with a word that is not in the list is taken up again', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  table.says(1, word('TAC', 0, 0));
  t.same(movesOf(table), ['#incomplete', '>Ada_Lovelace: ACT 8H TAC +60 60', '>Ada_Lovelace: ACT -- -60 0']);
  t.same(
    movesOf(table, { options: { ...header.options, board: 'random' } }).slice(1),
    ['>Ada_Lovelace: ACT - +0 0', '#note Ada_Lovelace passes: its play was refused: wordnotindictionary TAC'],
    'on a board that is drawn by chance nobody knows what it would have brought',
  );
  t.end();
});

t.test('A play with another fault, and a change that may not be', (t) => {
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  table.says(1, word('CAT', 5, 5));
  table.says(2, 'change 4 7 15');
  t.same(movesOf(table).slice(1), [
    '>Ada_Lovelace: ACT - +0 0',
    '#note Ada_Lovelace passes: its play was refused: firstwordnotovercenter 0 0',
    '>Ben: DGO - +0 0',
    '#note Ben passes: its change was refused: notenoughpieces 3 0',
  ]);
  t.end();
});

t.test('Overtime has a line of its own', (t) => {
  const options = {
    timeout: seconds(300),
    'time-bank': seconds(60),
    overtime: 'points',
    'overtime-points': 10,
  } as const;
  const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options });
  table.wait(seconds(61));
  table.says(1, word('CAT', 0, 0));
  t.same(movesOf(table).slice(1), [
    '>Ada_Lovelace: (time) -10 50',
    '>Ada_Lovelace: (DGO) +5 55',
    '>Ben: DGO (DGO) -5 -5',
  ]);
  t.end();
});

t.test('A player that forfeits, leaves or is out has a note', (t) => {
  const request = { hands: ['ACT', 'DOG'], words: ['CAT'] };
  const [forfeited, left] = [dealtScrabble(request), dealtScrabble(request)];
  forfeited.says(1, 'forfeit');
  t.equal(movesOf(forfeited).includes('#note Ada_Lovelace forfeits'), true);
  left.leaves(1, 'crashed');
  const gone = written([...left.events, { type: 'gone', seat: 1, cause: 'crashed' } as never], {}, true);
  t.match(gone.ok && gone.text, /^#note Ada_Lovelace is gone: crashed$/m);
  const caught = { type: 'caught', seat: 2, offence: { kind: 'flood', rule: 'output' } };
  const out = written([...left.events, caught as never], {}, true);
  t.match(out.ok && out.text, /^#note Ben is out: flood output$/m);
  t.end();
});

t.test('A game that GCG has no form for says why', (t) => {
  const { events } = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
  const problem = (writing: ReturnType<typeof written>) => (writing.ok ? undefined : writing.problem);
  t.equal(
    problem(written(events, { players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })),
    'GCG has games of two players; this one has 3',
  );
  t.equal(
    problem(written(events.map((event) => (event.type === 'board' ? { ...event, layout: null } : event)))),
    'GCG has boards with up to 26 columns; this one is wider, or has no end',
  );
  const tiles = JSON.stringify({
    tiles: [
      { count: 9, letters: { A: [5] } },
      { count: 9, letters: { A: [-3] } },
    ],
  });
  t.equal(
    problem(written(events, { options: { ...header.options, tiles } })),
    'GCG has letters alone; these tiles have two kinds for A',
  );
  t.equal(problem(written([])), 'this game ended before it began');
  t.end();
});

t.test('Names without spaces, and no two alike', (t) => {
  t.same(nicknames(['Ada Lovelace', 'Ada  Lovelace']), ['Ada_Lovelace', 'Ada_Lovelace_2']);
  t.same(nicknames(['', '🎲']), ['player_1', 'player_2']);
  t.same(nicknames(['Zoë', '"./bot.py" -x']), ['Zoë', 'bot_py_x']);
  t.end();
});
