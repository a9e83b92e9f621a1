import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { homeGames } from '../../../host/cli/games/home-games.ts';
import { playableGames } from '../../../host/cli/games/playable-games.ts';
import { boardOf, readBoardText } from '../../../host/games/boggle/board.ts';
import type { GameAnswer } from '../../../host/serve/boggle/api/schemas.ts';
import { bogglePage } from '../../../host/serve/boggle/page/boggle-page.ts';
import {
  boardPanel,
  endSentence,
  endTitle,
  opponentOf,
  pathAfterChoice,
  pathAfterDrag,
  perspectiveOf,
  refusalIn,
  standOf,
  TypedWords,
  turnsLeft,
  turnsOf,
  wordHint,
  wordOf,
  worthOf,
} from '../../../host/serve/boggle/page/game-state.ts';
import {
  hashOf,
  isToken,
  keyIn,
  lengthFault,
  nameIn,
  routeOf,
  SavedUsers,
} from '../../../host/serve/boggle/page/users.ts';
import { expectOk } from '../../support/expect-ok.ts';
import fc from '../../support/laws.ts';

t.test('boggle page', async (t) => {
  async function answers() {
    const page = bogglePage(homeGames(playableGames));
    const all = new Map<
      string,
      { readonly type: string | undefined; readonly text: string; readonly policy: string }
    >();
    for (const { path } of page.routes) {
      const answer = await page.request(path);
      const { headers } = answer;
      const type = headers.get('content-type')?.replace('; charset=utf-8', '');
      all.set(path, {
        type,
        text: await answer.text(),
        policy: headers.get('content-security-policy') ?? '',
      });
    }
    return all;
  }

  t.test('the page runs and is styled by files of its own server, and by nothing else', async (t) => {
    const files = await answers();
    const { text, policy } = files.get('/boggle/')!;
    t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    t.notMatch(policy, /unsafe|\*|data:|https?:/);
    t.notMatch(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:/i, 'nothing is inline');
    const named = [...text.matchAll(/"([^"#]*files[^"]*)"/g)].map(([, path]) => join('/boggle/', path!));
    t.equal(named.length, 3);
    for (const path of named) t.ok(files.has(path), path);
    const bytes = ['/boggle/', ...named].map((path) => gzipSync(files.get(path)!.text).length);
    t.ok(bytes.reduce((sum, each) => sum + each) < 40_000, `the first view: ${bytes}`);
    t.match(files.get('/boggle'), { text: '' }, 'leads to the page');
  });

  t.test('the script makes texts, and no HTML', async (t) => {
    const [, { text, type }] = [...(await answers())].find(([path]) => path.endsWith('.js'))!;
    t.equal(type, 'text/javascript');
    // The templates of lit-html are constants of the script.
    t.notMatch(text, /outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|unsafeHTML/);
    t.ok(gzipSync(text).length < 25_000, `${gzipSync(text).length} bytes`);
  });
});

t.test('page state', async (t) => {
  const game: GameAnswer = {
    urlsafe_key: 'k',
    board: 'A B | C D | ',
    user1_name: 'ann',
    user2_name: 'ben',
    user1_points: 3,
    user2_points: 1,
    user1_is_next: false,
    turns: 20,
    turns_remaining: 4,
    words_found: [],
    game_over: false,
    message: '',
    changes: 0,
  };
  /** As a text, with the names in it. */
  const said = (given: GameAnswer, names: readonly string[]) =>
    standOf(given, perspectiveOf(given, names))
      .map((part) => (typeof part === 'string' ? part : part.name))
      .join('');

  t.test('each sees the game with its own eyes', async (t) => {
    t.same(perspectiveOf(game, ['cyd', 'ben', 'ann']), {
      me: 'ben',
      next: 'ben',
      isMyTurn: true,
      players: [
        { name: 'ann', points: 3, isNext: false, isMe: false },
        { name: 'ben', points: 1, isNext: true, isMe: true },
      ],
    });
    t.equal(said(game, ['ben']), 'Your turn.');
    t.equal(said(game, ['ann']), 'ben’s turn.');
    t.match(perspectiveOf(game, ['cyd']), { me: undefined, isMyTurn: false });
    const over = { ...game, game_over: true, winner: 'ann' };
    t.match(perspectiveOf(over, ['ann']), { next: undefined, isMyTurn: false });
    t.equal(said(over, ['ann']), 'Game over: you won.');
    t.equal(said(over, ['ben']), 'Game over: ann won.');
    t.equal(said({ ...over, winner: '' }, ['ben']), 'Game over: a draw.');
    t.equal(opponentOf(game, 'ann'), 'ben');
    t.equal(opponentOf(game, 'ben'), 'ann');
  });

  t.test('turns that are left are counted in words', async (t) => {
    t.equal(turnsLeft(game), '4 turns left');
    t.equal(turnsLeft({ ...game, turns_remaining: 1 }), 'last turn');
    t.equal(turnsLeft({ ...game, game_over: true }), 'no turns left');
  });

  t.test(
    'a turn is a line with its total, or a sentence in which names are told from the rest',
    async (t) => {
      const right = { user: 'ann', message: 'Correct! 1 points for the word "LAY"', word: 'LAY', points: 1 };
      const wrong = { user: 'ben', message: 'Sorry!', word: 'ZZZ', reason: 'notindictionary' };
      const passed = { user: 'ben', message: 'ben passed. ann wins! Game over!', word: '', reason: 'passed' };
      t.strictSame(turnsOf(game, [right, wrong, { ...right, word: 'LAYS' }, passed]), [
        {
          seat: 1,
          sentence: [{ name: 'ann' }, ': ', right.message],
          line: { seat: 1, at: '1', word: 'LAY', points: 1, total: 1 },
        },
        {
          seat: 2,
          sentence: [{ name: 'ben' }, ': ', 'Sorry!'],
          line: { seat: 2, at: '2', word: 'ZZZ', note: 'not in the dictionary', points: 0, total: 0 },
        },
        {
          seat: 1,
          sentence: [{ name: 'ann' }, ': ', right.message],
          line: { seat: 1, at: '3', word: 'LAYS', points: 1, total: 2 },
        },
        { seat: 2, sentence: [{ name: 'ben' }, ' passed. ', { name: 'ann' }, ' wins! Game over!'] },
      ]);
      t.strictSame(endSentence('ann cancelled the game. מרים wins!', ['ann', 'מרים']), [
        'ann cancelled the game. ',
        { name: 'מרים' },
        ' wins!',
      ]);
      t.strictSame(endSentence('Joann wins! or not', ['ann']), ['Joann wins! or not']);
    },
  );

  t.test('a game that was cancelled says so after its turns', async (t) => {
    const turn = { user: 'ann', message: 'Sorry!', word: 'ZZZ', reason: 'notonboard' };
    const cancelled = { ...game, game_over: true, winner: 'ann' };
    const end = {
      seat: 2,
      sentence: [{ name: 'ben' }, ' cancelled the game. ', { name: 'ann' }, ' wins!'],
    };
    t.strictSame(turnsOf(game, []), []);
    t.strictSame(turnsOf(cancelled, []), [end]);
    t.strictSame(turnsOf(cancelled, [turn])[1], end);
    t.equal(turnsOf({ ...cancelled, turns_remaining: 0 }, [turn]).length, 1, 'it was played to its end');
    const forfeited = { user: 'ben', message: 'ben crashed. ann wins! Game over!', reason: 'forfeited' };
    t.equal(turnsOf(cancelled, [{ ...forfeited, word: '' }]).length, 1);
  });

  t.test('what a word is worth, and what is known against it, before it is played', async (t) => {
    for (const [word, points] of [
      ['at', 0],
      ['lay', 1],
      ['QUALITY', 5],
      ['nine letters', 0],
      ['élan', 0],
    ] as const)
      t.equal(worthOf(word), points, word);
    t.equal(wordHint('lay', true, game), '');
    t.equal(wordHint('lay', false, game), 'This word is not on the board.');
    t.equal(wordHint('lay', true, { ...game, words_found: ['LAY'] }), 'This word has been found already.');
    t.strictSame(endTitle({ ...game, winner: 'ann' }, 'ann'), ['You won by 2 points']);
    t.strictSame(endTitle({ ...game, winner: 'ann' }, 'ben'), [{ name: 'ann' }, ' won by 2 points']);
    t.strictSame(endTitle({ ...game, winner: 'ben', user1_points: 1 }, 'ben'), ['You won'], 'cancelled');
    t.strictSame(endTitle({ ...game, winner: '' }, 'ben'), ['A draw']);
  });

  t.test('a link leads to its game, and whatever is no link to the beginning', async (t) => {
    const place = { is: 'game', key: 'V1St-_x' } as const;
    t.same(routeOf(hashOf(place)), place);
    t.same(routeOf(hashOf({ is: 'start' })), { is: 'start' });
    for (const odd of ['', '#', '#/game/', '#/game/<b>', `#/game/${'x'.repeat(101)}`, '#/game/a/b'])
      t.same(routeOf(odd), { is: 'start' }, odd);
    t.equal(keyIn(' http://127.0.0.1:8080/#/game/abc '), 'abc');
    t.equal(keyIn('abc'), 'abc');
    t.equal(keyIn('http://127.0.0.1:8080/'), undefined);
    t.equal(keyIn(''), undefined);
  });

  function keptTexts() {
    const texts = new Map<string, string>();
    const store = {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    };
    return { texts, store };
  }

  t.test('the users of a browser are kept, the last one first', async (t) => {
    const { texts, store } = keptTexts();
    const users = new SavedUsers(store);
    t.same(users.all, []);
    users.choose({ name: 'ann', key: '1', token: 's' });
    users.choose({ name: 'ben', key: '2' });
    users.choose({ name: 'ann', key: '1', token: 'new' });
    t.same(new SavedUsers(store).all, [
      { name: 'ann', key: '1', token: 'new' },
      { name: 'ben', key: '2' },
    ]);
    const [place] = texts.keys();
    for (const odd of ['', '{', '7', '{"name":"x"}', '[null, 7, {"name":"x"}, {"name":1,"key":"k"}]']) {
      texts.set(place!, odd);
      t.same(users.all, [], odd);
    }
  });

  t.test('a kept token is not lost to a user without one, unless it is another user', async (t) => {
    const { store } = keptTexts();
    const users = new SavedUsers(store);
    users.choose({ name: 'ann', key: '1', token: 's' });
    users.choose({ name: 'ben', key: '2', token: 'b' });
    t.same(users.choose({ name: 'ann', key: '1' }), { name: 'ann', key: '1', token: 's' });
    t.same(users.named('ann'), { name: 'ann', key: '1', token: 's' });
    t.same(users.choose({ name: 'ann', key: '3' }), { name: 'ann', key: '3' }, 'made again elsewhere');
    users.forget({ name: 'ann', key: '3' });
    t.same(users.all, [{ name: 'ben', key: '2', token: 'b' }]);
    t.equal(users.named('ann'), undefined);
  });

  t.test('users that a browser refuses to keep are there for as long as the page', async (t) => {
    const { store } = keptTexts();
    let isFull = false;
    const users = new SavedUsers({
      ...store,
      setItem: (name, text) => {
        if (isFull) throw new Error('full');
        store.setItem(name, text);
      },
    });
    users.choose({ name: 'ann', key: '1' });
    t.ok(users.areSaved);
    isFull = true;
    t.same(users.choose({ name: 'ben', key: '2', token: 'b' }), { name: 'ben', key: '2', token: 'b' });
    t.same(
      users.all.map(({ name }) => name),
      ['ben', 'ann'],
    );
    t.notOk(users.areSaved);
    isFull = false;
    users.choose({ name: 'ann', key: '1' });
    t.ok(users.areSaved);
    t.same(new SavedUsers(store).named('ben'), { name: 'ben', key: '2', token: 'b' });
    const blocked = () => {
      throw new Error('blocked');
    };
    const none = new SavedUsers({ getItem: blocked, setItem: blocked });
    t.same(none.all, []);
    none.choose({ name: 'ann', key: '1' });
    t.same(none.all, [{ name: 'ann', key: '1' }]);
  });

  t.test('the length of a name is counted in characters, as the server has it', async (t) => {
    t.equal(lengthFault('🙂'.repeat(100)), '');
    t.equal(lengthFault(` ${'e\u0301'.repeat(96)}abcd `), '');
    t.equal(lengthFault('🙂'.repeat(101)), 'Enter at most 100 characters; this has 101.');
  });

  t.test('a kept name is as the server has it, and what is no token is not sent as one', async (t) => {
    t.equal(nameIn(' Jose\u0301 '), 'Jos\u00e9');
    t.equal(nameIn('a\u00a0 b'), 'a b');
    t.ok(isToken('V1StGXR8_Z5jdHi6B-myT'));
    for (const odd of ['', '“abc”', 'a b', 'ä', '…']) t.notOk(isToken(odd), odd);
    const { texts, store } = keptTexts();
    new SavedUsers(store).choose({ name: 'Jose\u0301', key: '1', token: '“abc”' });
    t.match([...texts.values()][0], 'Jose\u0301');
    t.same(new SavedUsers(store).all, [{ name: 'Jos\u00e9', key: '1' }]);
  });

  t.test('a refusal says what is wrong, and not how the parameter is called', async (t) => {
    const answered = (message: string) => refusalIn(JSON.stringify({ message }));
    t.same(answered('user_name: expected a name; it is empty'), {
      message: 'Expected a name; it is empty.',
      parameter: 'user_name',
    });
    t.same(answered('Game not found!'), { message: 'Game not found!' });
    t.same(answered('Sorry: no'), { message: 'Sorry: no' });
    t.same(refusalIn('too many requests\n'), { message: 'too many requests' });
    t.same(refusalIn(' '), { message: 'The server refused the request (status 400).' });
    t.same(refusalIn('', 429), { message: 'The server is busy. Try again in a moment.' });
    t.same(refusalIn('<html><head><title>502 Bad Gateway</title>', 502), {
      message: 'The server is not available (status 502). Try again in a moment.',
    });
    t.same(refusalIn('x'.repeat(501), 403), {
      message: 'The server refused the request (status 403).',
    });
    t.same(answered('expected the token of n1 or m1, as in "Authorization: Bearer TOKEN"; there is none'), {
      message: 'Expected the token of n1 or m1: enter it on the first page, under “Use an existing name”.',
    });
    t.same(refusalIn('{"message": 7}'), { message: '{"message": 7}' });
  });
});

t.test('word path', async (t) => {
  //  0 R  1 QU  2 P  3 L
  //  4 E  5 I   6 B  7 T
  //  8 U  9 L  10 Z 11 A
  // 12 E 13 S  14 T 15 I
  const read = expectOk(readBoardText('R QU P L | E I B T | U L Z A | E S T I | '));
  const board = read.value;
  const drag = (...cells: number[]) =>
    cells.reduce((path: readonly number[], cell) => pathAfterDrag(board, path, cell), []);
  const choose = (...cells: number[]) =>
    cells.reduce((path: readonly number[], cell) => pathAfterChoice(board, path, cell), []);

  t.test('what is dragged goes from neighbour to neighbour, and back the same way', async (t) => {
    t.same(drag(1, 5, 14), [1, 5], 'a cell that is no neighbour is passed over');
    t.same(drag(1, 5, 9, 14), [1, 5, 9, 14]);
    t.same(drag(1, 5, 9, 5), [1, 5], 'one back takes the last away');
    t.same(drag(1, 5, 4, 1), [1, 5, 4], 'no cell is used twice');
    t.same(wordOf(board, [1, 5, 14]), 'QUIT');
    t.match(boardPanel(board, [1, 5]), {
      rows: [['R', 'Qu', 'P', 'L'], {}, {}, {}],
      path: [1, 5],
      fresh: [1, 5],
    });
  });

  t.test('what is chosen goes on from the last, takes it away, or begins again', async (t) => {
    t.same(choose(1, 5), [1, 5]);
    t.same(choose(1, 5, 5), [1]);
    t.same(choose(1, 1), []);
    t.same(choose(1, 5, 15), [15]);
    t.same(choose(1, 5, 4, 1), [1], 'an earlier cell of the word begins a new one');
  });

  t.test('every path that is dragged or chosen is one by the rules', async (t) => {
    const cells = fc.array(fc.nat(15), { maxLength: 40 });
    fc.assert(
      fc.property(cells, fc.constantFrom(drag, choose), (all, make) => {
        const path = make(...all);
        t.equal(new Set(path).size, path.length);
        for (const [index, cell] of path.slice(1).entries())
          if (!board.neighbours[path[index]!]!.includes(cell)) return false;
        return path.length === 0 || new TypedWords(board).pathOf(wordOf(board, path)).isWhole;
      }),
    );
  });

  t.test('a typed word lights up where it lies, as far as it does', async (t) => {
    const words = new TypedWords(board);
    t.same(words.pathOf('quiff'), { path: [1, 5], isWhole: false });
    t.equal(words.pathOf('bil').isWhole, true);
    t.same(words.pathOf(''), { path: [], isWhole: true });
    t.same(words.pathOf('  '), { path: [], isWhole: true });
    t.same(words.pathOf('q'), { path: [1], isWhole: true }, 'a cell may have more letters than are typed');
    t.same(words.pathOf('qui'), { path: [1, 5], isWhole: true });
    t.same(words.pathOf('quix'), { path: [1, 5], isWhole: false });
    t.same(words.pathOf('x'), { path: [], isWhole: false });
    t.same(words.pathOf('ü<'), { path: [], isWhole: false });
    t.same(words.pathOf('eſ'), { path: [4], isWhole: false }, 'a long s is no S, as for the server');
    const long = boardOf(2, 1, ['ABC', 'D']);
    t.same(new TypedWords(long).pathOf('a'), { path: [0], isWhole: true });
    t.same(new TypedWords(long).pathOf('DAB'), { path: [1, 0], isWhole: true });
  });
});
