import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { readSiuMove, siuPlay } from '../../host/games/scrabble/formats/siu-moves.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { SiuEngine } from '../../host/tools/siu/siu-engine.ts';
import { ask } from '../cli/in-process.ts';
import { binary, resultsOf, run, start, succeed, until, usageError } from '../cli/wordhost.ts';
import { klvOf } from '../leaves/klv-of.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';

const { lexicon } = expectOk(loadLexicon('english'));
const tiles = builtInTileSet('english')!;
const board = builtInBoard('official')!;
const terms = { rules: ruleSets.tournament, board, tiles, lexicon, handSize: 7 };

const EMPTY = `${Array(15).fill('15').join('/')} AEINRST/ 0/0 0`;
const UNKNOWN = EMPTY.replace('AEINRST', '');
const CAT = '15/15/15/15/15/15/15/6CaT6/15/15/15/15/15/15/15';
/** The bag is empty, and the most points are not what the game comes to most by. */
const LAST =
  '5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0';

/** What the engine answers, without what it says of itself; `…` ends a line that goes on with more. */
async function answers(lines: readonly string[], name = 'english'): Promise<string[]> {
  const sent: string[] = [];
  const engine = new SiuEngine({
    ...{ terms, lexicon: { ...lexicon, name }, send: (line) => sent.push(line) },
    lexiconNamed: (asked) => (asked === 'other' ? { ...lexicon, name: 'lists/other list' } : undefined),
  });
  for (const line of lines) engine.hear(line);
  engine.end();
  await engine.finished;
  return sent;
}

const position = (cgp: string, more = '') => `position cgp ${cgp}${more}`;
const best = (sent: readonly string[]) => sent.filter((line) => line.startsWith('bestmove'));
const provenance = (sent: readonly string[]) => sent.filter((line) => line.includes('provenance'));

t.test('handshake', async (t) => {
  t.test('siu is answered with who it is, what it can do and what can be set', async (t) => {
    const sent = await answers(['siu']);
    t.match(sent[0], /^id name wordhost \d/);
    t.match(sent[1], /^id author \S/);
    t.equal(sent[2], 'capability gen auto stop');
    t.equal(sent.at(-1), 'siuok');
    const options = sent.slice(3, -1).map((line) => {
      const [, option] =
        /^option name (\S+) type (?:check|spin|combo|button|string) default \S+/.exec(line) ?? [];
      return option;
    });
    t.same(options, [
      'Lexicon',
      'LetterDistribution',
      'Leaves',
      'ChallengeRule',
      'Variant',
      'Threads',
      'Plays',
    ]);
    t.same(await answers(['isready']), ['readyok']);
    t.same(await answers(['stop', '', '   ']), [], 'a stop that stops nothing');
    t.same(await answers(['siu', 'quit', 'isready']), sent, 'nothing is answered after quit');
  });

  t.test('words before a command are skipped, and a line without one is an error', async (t) => {
    t.same(await answers(['joho frobnicate', 'joho \t isready']), [
      'info string error unknown-command joho',
      'readyok',
    ]);
  });
});

t.test('options', async (t) => {
  const tried: readonly (readonly [line: string, answer: string[]])[] = [
    ['setoption name Threads value 1', []],
    ['setoption name THREADS value 4', ['info string ignored THREADS']],
    ['setoption name plays value 0', ['info string ignored plays']],
    ['setoption name leaves value NONE', []],
    ['setoption name Leaves value CSW21', ['info string ignored Leaves']],
    ['setoption name lexicon value ENGLISH', []],
    ['setoption name Lexicon value CSW24', ['info string ignored Lexicon']],
    ['setoption name variant value Classic', []],
    ['setoption name Variant value wordsmog', ['info string ignored Variant']],
    ['setoption name ChallengeRule value double', ['info string ignored ChallengeRule']],
    ['setoption name LetterDistribution value klingon', ['info string ignored LetterDistribution']],
    ['setoption name Two Words value x', ['info string ignored Two Words']],
    ['setoption quickly name DataPath', ['info string ignored DataPath']],
    ['setoption', []],
  ];
  for (const [line, answer] of tried) t.same(await answers([line]), answer, line);

  t.test('what is set holds for the position that is there', async (t) => {
    const go = [position(EMPTY.replace('AEINRST', 'AEIQRST')), 'setoption name Leaves value none', 'go gen'];
    const sent = await answers(['setoption name Plays value 2', ...go]);
    t.match(provenance(sent)[0], / leaves=none winpct=none lexicon=english$/);
    const listed = sent.filter((line) => line.startsWith('info gen'));
    t.equal(listed.length, 2);
    for (const line of listed) t.match(line, /^info gen move \S+ score (\d+) eq \1\.00 leave( [A-Z]+)?$/);
  });

  t.test('the list that a position names goes before the one that is set', async (t) => {
    const lexOf = async (lex: string) => {
      const sent = await answers([position(`${EMPTY} lex ${lex};`), 'go']);
      return [
        ...sent.filter((line) => line.includes('ignored')),
        provenance(sent)[0]?.replace(/.*lexicon=/, ''),
      ];
    };
    t.same(await lexOf('other'), ['other_list']);
    t.same(await lexOf('CSW24'), ['info string ignored lex', 'english']);
  });

  t.test('one word is a name, whatever the path of the list', async (t) => {
    t.match((await answers([position(EMPTY), 'go'], '/a b/my words.txt'))[0], / lexicon=my_words\.txt$/);
  });
});

t.test('positions', async (t) => {
  const wrong: readonly (readonly [words: string, code: string, why: RegExp])[] = [
    ['', 'bad-position', /expected position cgp/],
    ['cgp 15/15 AB/ 0/0 0', 'bad-position', /expected 15 rows/],
    ['cgp', 'bad-position', /four parts/],
    [`cgp ${EMPTY} rack.ABCDEFGH`, 'bad-position', /at most 7 tiles; got 8/],
    [`cgp ${EMPTY} rack.!`, 'bad-position', /this set has no tile !/],
    [`cgp ${EMPTY} rack.ZZ`, 'bad-position', /at most 1 of the tile Z/],
    [`cgp ${EMPTY} moves CAT`, 'bad-move', /expected 8D\.WORD/],
    [`cgp ${EMPTY} moves 8H`, 'bad-move', /expected 8D\.WORD/],
    [`cgp ${EMPTY} moves 8H.STAIR 9A.AT`, 'bad-move', /must touch a tile/],
    [`cgp ${EMPTY} moves 8A.STAIR`, 'bad-move', /must cover H8/],
    [`cgp ${EMPTY} moves 8H.STAIR H8.TO`, 'bad-move', /there is already S on the square of letter 1 of TO/],
    [`cgp ${EMPTY} moves 8H.STAIR 15O.AT`, 'bad-move', /no square/],
    [`cgp ${EMPTY} moves 8H.ZA`, 'bad-move', /does not have these tiles/],
    [`cgp ${EMPTY} moves ex.QZ`, 'bad-move', /does not have these tiles/],
    [`cgp ${UNKNOWN} moves 8H.ZOO 9G.JAZZ`, 'bad-move', /at most 1 of the tile Z/],
    [`cgp ${EMPTY} moves ex.!`, 'bad-move', /this set has no tile !/],
    [`cgp ${EMPTY} moves 8H.ЖА.A`, 'bad-move', /can stand for Ж/],
    [`cgp ${EMPTY} moves 8H.AN.!`, 'bad-move', /this set has no tile !/],
  ];
  for (const [words, code, why] of wrong) {
    const [error, next, ...rest] = await answers([position(EMPTY), `position ${words}`, 'go gen']);
    t.match(error, new RegExp(`^info string error ${code} `), words);
    t.match(error, why, words);
    t.same([next, rest], ['info string error no-position go was sent before a position', []], words);
  }

  t.test('moves are made, and the rack of whose turn it is is the last word', async (t) => {
    const tried: readonly (readonly [moves: string, rack: string, best: RegExp])[] = [
      [' moves 8D.ANTSIER', ' rack.QI', /^bestmove \S+$/],
      [' moves pass ex.3 phony.8H.ZA ex.AB', ' rack.CAT', /^bestmove (8[F-H]|[F-H]8|H[6-8])\.[ACT]+$/],
      [' moves 8h.zA.?A 9H.QI', ' rack.AA', /^bestmove \S+$/],
      ['', ' rack.CAT', /^bestmove \S+$/],
      [' moves 8D.ANTSIER', '', /^bestmove none$/],
      [' moves pass', '', /^bestmove none$/],
      [' moves pass pass', '', /^bestmove 8\S+\.ANTSIER$/],
    ];
    for (const [moves, rack, expected] of tried) {
      const sent = await answers([position(EMPTY, moves + rack), 'go gen']);
      t.same(
        sent.filter((line) => line.includes('error')),
        [],
        moves,
      );
      t.equal(best(sent).length, 1, moves);
      t.match(sent.at(-1), expected, `${moves}${rack}`);
    }
  });

  t.test('with an empty bag a player keeps what it has not laid', async (t) => {
    const sent = await answers([position(LAST, ' moves 8M.VIM pass'), 'go gen']);
    t.match(sent.at(-2), /^info gen move \S+ score \d+ eq \S+ leave [KLTZ]{1,3}$/);
  });

  t.test('a new game has no position', async (t) => {
    t.match((await answers([position(EMPTY), 'siunewgame', 'go'])).at(-1), / no-position /);
  });

  t.test('an empty rack is not known: there is no best move', async (t) => {
    const sent = await answers([position(UNKNOWN), 'go gen']);
    t.match(sent[0], /provenance/);
    t.equal(sent.at(-1), 'bestmove none');
  });
});

t.test('searches', async (t) => {
  t.test('letters that lie there are written, a blank is a small letter', async (t) => {
    const sent = await answers([
      'setoption name Plays value 10000',
      position(`${CAT} ?EHNS/ 0/0 0`),
      'go gen',
    ]);
    const moves = sent.flatMap((line) => /^info gen move (\S+)/.exec(line)?.[1] ?? []);
    t.ok(
      moves.some((move) => /^8G\.CaT[A-Za-z]+$/.test(move)),
      'across',
    );
    t.ok(
      moves.some((move) => /^H[1-8]\.[A-Za-z]*a[A-Za-z]*$/.test(move)),
      'down',
    );
    for (const move of moves) if (move.startsWith('8')) t.match(move, /CaT/, move);
    t.ok(moves.some((move) => /[b-z]/.test(move)));
  });

  t.test('each go has one bestmove, whatever is sent while it searches', async (t) => {
    const lines = [
      position(EMPTY),
      'go gen',
      'isready',
      'setoption name Plays value 1',
      'go auto movetime 1000',
      'siu',
    ];
    const sent = await answers([...lines, position(`${CAT} EHNS?ZQ/ 0/0 0`), 'go']);
    t.equal(best(sent).length, 3);
    t.equal(provenance(sent).length, 3);
    t.ok(sent.indexOf('readyok') < sent.indexOf(best(sent)[0]!), 'it is ready while it searches');
    for (const [index, line] of sent.entries())
      if (line.startsWith('info gen')) t.ok(sent.slice(0, index).some((each) => each.includes('provenance')));
    const last = sent.slice(sent.lastIndexOf(provenance(sent).at(-1)!));
    t.equal(last.length, 3, 'what was set while it searched holds for the next search');
  });

  t.test('a search without end is held until stop, and then has its bestmove', async (t) => {
    const sent: string[] = [];
    const engine = new SiuEngine({
      terms,
      lexicon,
      send: (line) => sent.push(line),
      lexiconNamed: () => undefined,
    });
    engine.hear(position(EMPTY));
    engine.hear('go infinite');
    await new Promise(setImmediate);
    engine.hear('isready');
    t.same([sent.at(-1), best(sent)], ['readyok', []]);
    engine.hear('go gen');
    engine.hear('stop');
    engine.hear('stop');
    engine.end();
    await engine.finished;
    t.equal(best(sent).length, 2);
  });

  t.test('quit and the end of the input end a search without end', async (t) => {
    for (const last of [['quit'], []]) {
      const sent = await answers([position(EMPTY), 'go infinite', ...last]);
      t.match(best(sent), [/^bestmove (8.|H.)\.ANTSIER$/], last.join());
    }
    t.equal(best(await answers([position(EMPTY), 'go', 'go', 'go infinite'])).length, 3);
  });

  t.test('what was sent before quit is finished, with the answers that it has without quit', async (t) => {
    const go = [position(`${CAT} AENST?/ 0/10 0`), 'go gen', 'go gen', 'setoption name Plays value 2', 'go'];
    const sent = await answers([...go, 'quit', 'go']);
    t.strictSame(sent, await answers(go));
    t.strictSame(best(sent), Array(3).fill('bestmove 8G.CaTeNATES'));
  });

  t.test('a search that is over early has the best play that it has found, and no other move', async (t) => {
    for (const [cgp, rack] of [
      [EMPTY.replace(' AEINRST/ 0/0 0', ''), '??AEINS'],
      [CAT, 'AENST?'],
    ])
      for (const over of ['go gen movetime 0', 'go auto movetime 0']) {
        const sent = await answers([position(`${cgp} ${rack}/ 0/0 0`), over]);
        const [first] = sent.filter((line) => line.startsWith('info gen'));
        t.strictSame(best(sent), [`bestmove ${first?.split(' ')[3]}`], over);
        t.match(sent.at(-1), /^bestmove [0-9A-O]+\.[A-Za-z]{2,}$/);
      }
    const sent: string[] = [];
    const engine = new SiuEngine({
      ...{ terms, lexicon, send: (line: string) => sent.push(line), lexiconNamed: () => undefined },
    });
    for (const line of [position(`${CAT} AENST?/ 0/10 0`), 'go infinite', 'stop']) engine.hear(line);
    await until(
      () => best(sent).length > 0,
      () => sent.join('\n'),
    );
    t.match(sent.at(-1), /^bestmove [0-9A-O]+\.[A-Za-z]{2,}$/, 'stopped before it has looked at one');
  });

  t.test('a mode that it has not is an error, and there is no move', async (t) => {
    for (const mode of ['sim', 'infer', 'endgame', 'peg'])
      t.match(await answers([position(EMPTY), `go ${mode} movetime 5`]), [
        new RegExp(`^info string error unsupported-mode ${mode}`),
        'bestmove none',
      ]);
  });

  t.test('a parameter that does nothing is named, and words that are not known are skipped', async (t) => {
    const go =
      'go quickly gen searchmoves 8D.ANTSIER alsosearchmoves 8H.RAT depth 2 iterations 5 stopcondition 99 firstwin useinference threads 2 movetime soon';
    const ignored = (await answers([position(EMPTY), go])).filter((line) => line.includes('ignored'));
    t.same(
      ignored.map((line) => line.replace('info string ignored ', '')),
      [
        ...['searchmoves', 'alsosearchmoves', 'depth', 'iterations', 'stopcondition'],
        ...['firstwin', 'useinference', 'threads', 'movetime'],
      ],
    );
    t.notMatch((await answers([position(EMPTY), 'go threads 1 movetime 1000'])).join('\n'), /ignored/);
  });

  t.test('auto looks to the end of the game, gen to the next move', async (t) => {
    const bestOf = async (mode: string) => (await answers([position(LAST), `go ${mode}`])).at(-1);
    t.equal(await bestOf('gen'), 'bestmove 8M.VIM');
    t.equal(await bestOf('auto'), 'bestmove 4J.FITS');
    t.equal(await bestOf(''), await bestOf('auto'), 'no mode is auto');
  });

  t.test('tiles are changed where no play is worth as much; else it passes', async (t) => {
    const changed = await answers([position(EMPTY.replace('AEINRST', 'IIIUUVV')), 'go gen']);
    t.match(changed.at(-1), /^bestmove ex\.[IUV]+$/);
    t.ok(
      changed.some((line) => line.startsWith(`info gen move ${changed.at(-1)!.split(' ')[1]} score 0 eq `)),
    );
    const stuck = ['setoption name Leaves value none', position(EMPTY.replace('AEINRST', 'VVC')), 'go gen'];
    t.equal((await answers(stuck)).at(-1), 'bestmove ex.CVV');
    const last = await answers([position(LAST.replace('IKLMTZ', 'Z')), 'go gen']);
    t.match(last.slice(1), [/^info gen move pass score 0 eq 0\.00 leave Z$/, 'bestmove pass']);
  });
});

t.test('a play is written and read as what it is', async (t) => {
  const laid = readSiuMove('8G.CaT', terms, emptyPosition);
  if (!laid.ok || laid.move.type !== 'play') throw new Error('CaT cannot be read');
  const position = emptyPosition.with(laid.move.placements);
  for (const [text, main] of [
    ['8G.CaTS', 'CATS'],
    ['H7.bAT', 'BAT'],
    ['G8.COT', 'COT'],
    ['7H.OX', 'OX'],
  ] as const) {
    const written = text === 'H7.bAT' ? 'H7.baT' : text;
    const read = readSiuMove(text, terms, position);
    if (!read.ok || read.move.type !== 'play') throw new Error(`${text} cannot be read`);
    t.equal(siuPlay(position, read.move.placements, main, terms), written);
  }
});

t.test('the command', async (t) => {
  t.test('it answers on standard output, whatever ends a line', async (t) => {
    const input = `siu\r\nisready\r\nposition cgp ${EMPTY}\r\ngo gen\r\n`;
    const { stdout, stderr, status } = await run(['siu'], { input });
    t.match(
      stdout,
      /siuok\nreadyok\ninfo string provenance [^\r]*\n(info gen [^\r]*\n)+bestmove 8G\.ANTSIER\n$/,
    );
    t.same([stderr, status], ['', 0]);
  });

  t.test('it reads while it searches, and quit ends it', async (t) => {
    const engine = start(['siu']);
    const says = async (line: string, expected: RegExp) => {
      engine.child.stdin!.write(`${line}\n`);
      await until(
        () => expected.test(engine.stdout),
        () => `${line}: ${engine.stdout}${engine.stderr}`,
      );
    };
    await says(`position cgp ${EMPTY}\ngo infinite`, /provenance/);
    await says('isready', /readyok/);
    t.notMatch(engine.stdout, /bestmove/);
    await says('stop', /bestmove \S+\n$/);
    engine.child.stdin!.write('quit\n');
    t.match(await engine.ended, { status: 0, stderr: '' });
  });

  t.test('a list of its own, and that of the game for a player', async (t) => {
    const folder = t.testdir({ 'few.txt': 'RAT\nTAR\n' });
    const few = join(folder, 'few.txt');
    const input = `position cgp ${EMPTY}\nsetoption name Leaves value none\ngo\n`;
    for (const [words, env] of [
      [['--dictionary', few], {}],
      [[], { WORDHOST_KWG: few }],
    ] as const) {
      const { stdout } = await run(['siu', ...words], { input, env });
      t.match(stdout, / lexicon=few\.txt\n(info gen move \S+\.(RAT|TAR) .*\n)+bestmove \S+\.(RAT|TAR)\n$/);
    }
    const set = `setoption name Lexicon value ${few}\n${input}`;
    t.match((await run(['siu'], { input: set })).stdout, / lexicon=few\.txt\n/);
  });

  t.test('by the leave values of a file, unless an option says otherwise', async (t) => {
    const leaves = klvOf(
      tiles.tiles.map(({ count }) => count),
      6,
      (kept) => (kept.includes(17) ? 40 : -0.5 * kept.length),
    );
    const file = join(t.testdir({ 'Q is good.klv2': leaves }), 'Q is good.klv2');
    const set = (name: string) => `setoption name Leaves value ${name}`;
    const go = `position cgp ${EMPTY.replace('AEINRST', 'AEIQRST')}\ngo gen`;
    const tries = [go, `${set('NONE')}\n${go}`, `${set('Q_is_good.KLV2')}\n${go}`, set('CSW21')];
    const { stdout } = await run(['siu', '--leave', file], { input: tries.join('\n') });
    const [first, ...rest] = stdout.split('\n');
    t.match(first, / leaves=Q_is_good\.klv2 winpct=none /);
    t.match(
      rest.filter((line) => /^(bestmove|info string)/.test(line)),
      [
        /^bestmove \S+$/,
        / leaves=none /,
        /^bestmove \S+$/,
        / leaves=Q_is_good\.klv2 /,
        /^bestmove \S+$/,
        'info string ignored Leaves',
      ],
    );
    const { move, eq, leave } =
      /^info gen move (?<move>\S+) score \d+ eq (?<eq>\S+) leave (?<leave>\S*)/m.exec(stdout)!.groups!;
    t.match(leave, 'Q', `${move} keeps the Q, for ${eq}`);
    const { stdout: options } = await run(['siu', '--leave', file], { input: 'siu\n' });
    const named = 'Q_is_good.klv2';
    t.match(options, `option name Leaves type combo default ${named} var ${named} var wordhost var none\n`);
    const german = ['--tiles', join(import.meta.dirname, '../games/german-tiles.csv'), '--leave', file];
    const other = await run(['siu', ...german], { input: `position cgp ${EMPTY}\ngo gen\n` });
    t.match(
      other.stdout,
      /^info string ignored Leaves expected the leaves of 29 letters, .*\ninfo string provenance \S+ leaves=wordhost /,
    );
  });

  t.test('what it cannot play with', async (t) => {
    for (const [words, problem] of [
      [['--dictionary', 'none'], /--dictionary none: expected.*siu/],
      [['--board', 'infinite'], /--board infinite: .*edges.*siu/],
      [['--dictionary', 'nonesuch.txt'], /nonesuch\.txt/],
      [['--leave', 'none.klv2'], /--leave none\.klv2: expected a KLV2 file: no such file/],
      [['now'], /expected no operand/],
    ] as const) {
      t.match(await ask(['siu', ...words]), usageError(problem));
    }
  });

  t.test('seated, it plays a whole game against greedy, which verifies', async (t) => {
    const folder = t.testdir({});
    const engine = `${process.execPath} ${binary} siu`;
    const seated = `wordhost player engine --kind siu '${engine}'`;
    const outcome = await run(
      ['scrabble', '--seed', '4', '--json', '--record', 'r', seated, 'wordhost player greedy'],
      { cwd: folder },
    );
    const [result] = resultsOf(outcome);
    t.match(result, { reason: 'out', players: [{ outcome: 'won' }, { outcome: 'lost' }] }, outcome.stderr);
    await succeed(t, ['replay', '--verify', join('r', `${result!.id}.jsonl`)], {
      cwd: folder,
    });
  });

  t.test('an opening hand of which it changes all tiles is no fault of the engine', async (t) => {
    const seated = `wordhost player engine --kind siu '${process.execPath} ${binary} siu'`;
    const game = ['scrabble', '--seed', '4', '--first', '1', '--draws', 'IIIUUVV', '--max-turns', '1'];
    const outcome = await run([...game, '--json', '--stderr', 'inherit', seated, 'wordhost player greedy']);
    t.equal(outcome.stderr, '');
    t.match(resultsOf(outcome), [{ players: [{ name: seated, moves: 1, errors: 0 }, {}] }]);
  });

  t.test('what such an engine does wrong is said in words', async (t) => {
    const folder = t.testdir({});
    for (const [script, problem] of [
      [
        'echo "info string error bad-position why"',
        /the engine answered "info string error bad-position why" after "go gen"/,
      ],
      ['echo "bestmove none"', /the engine answered "bestmove none" after "go gen"/],
      [
        'echo "info gen move 8H.CAT score 10"',
        /expected a line such as "bestmove 8H\.CAT", or a list .*; its last output: "info gen/,
      ],
    ] as const) {
      const path = join(folder, 'engine.sh');
      writeFileSync(path, `while read -r line; do case $line in go*) ${script};; esac; done\n`);
      const seated = `wordhost player engine --kind siu --start-within 400ms 'sh ${path}'`;
      const { stderr } = await run([
        ...'scrabble --quiet --stderr inherit'.split(' '),
        seated,
        'wordhost player greedy',
      ]);
      t.match(stderr, problem);
    }
  });
});

t.test('whatever is sent, it answers in lines, and each go with one bestmove or an error', async (t) => {
  const racks = ['AEINRST', '', '??', 'QQ', 'abc', 'Ж'];
  const moves = [
    '8H.CAT',
    'h8.cat',
    'pass',
    'ex.3',
    'ex.AB',
    'phony.8H.ZA',
    '8ZZ.CAT',
    '999A.A',
    '8H.',
    'ex.',
    '.',
    '8H.C[AT]',
    '8H.CAT.CATSERN',
  ];
  const word = fc.oneof(
    fc.constantFrom(
      'siu',
      'isready',
      'setoption',
      'siunewgame',
      'position',
      'go',
      'stop',
      'name',
      'value',
      'cgp',
    ),
    fc.constantFrom(
      'moves',
      'gen',
      'auto',
      'sim',
      'movetime',
      '0',
      '-1',
      'infinite',
      'Lexicon',
      'Plays',
      'toString',
    ),
    fc.constantFrom(...moves, ...racks.map((rack) => `rack.${rack}`)),
    fc.constantFrom(
      ...racks.map((rack) => EMPTY.replace('AEINRST', rack)),
      LAST,
      `${CAT} AB/ 0/0 0 lex other;`,
    ),
    fc.string({ maxLength: 6 }),
  );
  const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const posed = fc
    .tuple(fc.constantFrom(EMPTY, LAST, CAT), fc.array(fc.constantFrom(...moves), { maxLength: 3 }))
    .map(([cgp, made]) => position(cgp.includes(' ') ? cgp : `${cgp} AB/ 0/0 0`, ` moves ${made.join(' ')}`));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(line, posed, fc.constant('go gen')), { maxLength: 12 }),
      async (lines) => {
        const sent = await answers(['setoption name Plays value 1', ...lines]);
        for (const each of sent)
          t.match(each, /^(id|capability|option|siuok|readyok|info|bestmove)\b[^\n]*$/);
        const begun = sent.filter((each) => /provenance|error unsupported-mode/.test(each));
        t.equal(best(sent).length, begun.length, lines.join('\n'));
      },
    ),
    runs(150),
  );
});

/** The draft's own script, which is not part of this project. */
const CONFORMANCE = 'WORDHOST_SIU_CONFORMANCE';

function conformance(t: Test, script: string): void {
  const ran = spawnSync('python3', [script, '--', process.execPath, binary, 'siu'], { encoding: 'utf8' });
  t.equal(ran.status, 0, `${ran.stdout}${ran.stderr}`);
  t.match(ran.stdout, / passed, 0 failed/);
}

const script = process.env[CONFORMANCE];
const missing =
  script === undefined
    ? `${CONFORMANCE} does not name the draft's siu_conformance.py`
    : !existsSync(script) && `${CONFORMANCE}: there is no ${script}`;
t.test("the draft's conformance script finds nothing", { skip: missing }, async (t) =>
  conformance(t, script!),
);
