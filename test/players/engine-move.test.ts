import t from 'tap';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { moveText } from '../../host/games/scrabble/wire/messages.ts';
import { engineKind } from '../../players/engine/kinds.ts';
import { readOptions } from '../../players/engine/options.ts';
import { firstMoveIn, moveWritten } from '../../players/engine/read-move.ts';
import { usualTerms } from '../bots/usual-terms.ts';

// AT across from H8.
const position = emptyPosition.with([
  { x: 0, y: 0, id: 1, letter: 'A', points: 1 },
  { x: 1, y: 0, id: 20, letter: 'T', points: 1 },
]);
const score = { player: 1, scores: [0, 0], scoreless: 0 };
const choice = { terms: usualTerms, position, held: new Map([[3, 1]]), inBag: 86, ...score, chance: () => 0 };

t.test('a move is found in what the consoles print, and read as one of the wire', async (t) => {
  const cat = 'play -1 0 3C3';
  for (const [line, wire] of [
    ['  1:  8G C..                 S         5  5.00', cat],
    ['1: 8G C(AT)  5 12.3', cat],
    ['| 8 |  .  1: 8g.CAT', cat],
    ['  1:  8G c..                 S         5  5.00', 'play -1 0 0C0'],
    ['  1: H7  C.                            4  4.00', 'play 0 -1 3C3'],
    ['  1: h6.CcAB  4', 'play 0 -2 3C3 0 -1 0C0 0 1 2B3'],
    ['  1: (Pass)                            0  0.00', 'pass'],
    ['1: pass 0', 'pass'],
    ['  1: (exch ABC?)                       0 -1.00', 'change 1 2 3 0'],
    ['1: (Exch Q)', 'change 17'],
    ['1: ex.QQ 0', 'change 17 17'],
    ['bestmove 8G.CAT', cat],
    ['bestmove ex.QQ', 'change 17 17'],
    ['bestmove pass', 'pass'],
  ] as const) {
    const move = moveWritten(firstMoveIn(line) ?? '', choice);
    t.equal(typeof move === 'string' ? move : moveText(move), wire, line);
  }
  for (const line of [
    '',
    'macondo> ',
    '  2:  8G C.. 5',
    '11: 8G CAT',
    '1: nothing',
    'info gen move 8G.CAT score 5 eq 5.00',
    'bestmove none',
    'Move  Leave  Score',
    '1:',
  ])
    t.equal(firstMoveIn(line), undefined, line);
});

t.test('what an engine believes to lie on the board is held against what lies there', async (t) => {
  t.match(moveWritten('8G CUT', choice), /there is already A on the square of letter 2 of CUT/);
  t.match(moveWritten('9G C..', choice), /no tile.*square.*letter 2 of C\.\./);
  t.match(moveWritten('8G Ж..', choice), /no tile.*stand.* Ж/);
  t.match(moveWritten('(exch é)', choice), /this set has no tile é/);
});

t.test('each console is asked in its own words', async (t) => {
  const cgp = { rows: ['...', '.A.'], racks: ['?C', ''], scores: [3, 9], scoreless: 2, operations: [] };
  const names = { lexicon: 'CSW', board: undefined, tiles: 'english' };
  t.same(engineKind('macondo').ask(cgp, names), [
    'load cgp 3/1A1 ?C/ 3/9 2 lex CSW; bdn CrosswordGame; ld english;',
    'gen 1',
  ]);
  t.same(engineKind('magpie').ask(cgp, names), [
    'cgp 3/1A1 ?C/ 3/9 2 -lex CSW -ld english',
    'generate -numplays 1',
  ]);
  t.match(engineKind('magpie').ask(cgp, { ...names, board: 'mine' })[0], / -lex CSW -bdn mine -ld english$/);
  t.same(engineKind('siu').ask(cgp, names), [
    'siu',
    'setoption name Lexicon value CSW',
    'setoption name LetterDistribution value english',
    'isready',
    'position cgp 3/1A1 ?C/ 3/9 2',
    'go gen',
  ]);
  t.match(
    engineKind('siu')
      .ask(cgp, { ...names, board: 'mine' })
      .at(-2),
    / 2 bdn mine;$/,
  );
});

t.test('its options, and what is wrong with them', async (t) => {
  const read = (...args: string[]) => readOptions(args);
  t.match(read('--kind', 'magpie', './magpie -x', '--start-within=2s'), {
    options: { kind: 'magpie', command: './magpie -x', lexicon: 'CELwordhost', startWithinMs: 2000 },
  });
  for (const [args, problem] of [
    [['./magpie'], /--kind is required: magpie, macondo or siu/],
    [['--kind', 'quackle', './q'], /--kind: expected magpie, macondo or siu; got quackle/],
    [['--kind', 'magpie'], /command.*starts.*engine/],
    [['--kind', 'magpie', './magpie', 'set'], /expected one command, in quotes.*got \.\/magpie and set/],
    [['--kind', 'magpie', './m', '--lexicon', 'a b'], /--lexicon: expected a name without spaces; got a b/],
    [['--kind', 'magpie', './m', '--start-within', '0'], /--start-within: .*time.*unit/],
    [['--speed', '1'], /unknown option --speed/],
  ] as const)
    t.match(readOptions([...args]), { kind: 'problem', problem });
});
