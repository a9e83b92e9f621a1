import t from 'tap';
import type { GameAnswer } from '../../../../host/serve/boggle/page/state/answers.ts';
import {
  isToken,
  KeptUsers,
  lengthFault,
  nameIn,
} from '../../../../host/serve/boggle/page/state/kept-users.ts';
import { hashOf, keyIn, placeOf } from '../../../../host/serve/boggle/page/state/place.ts';
import { refusalIn } from '../../../../host/serve/boggle/page/state/refusals.ts';
import {
  endSentence,
  historyOf,
  opponentOf,
  sightOf,
  standOf,
  turnSentence,
  turnsLeft,
} from '../../../../host/serve/boggle/page/state/sight.ts';

const game: GameAnswer = {
  urlsafe_key: 'k',
  board: 'A B | C D | ',
  user1_name: 'ann',
  user2_name: 'ben',
  user1_points: 3,
  user2_points: 1,
  user1_is_next: false,
  turns_remaining: 4,
  words_found: [],
  game_over: false,
  message: '',
  changes: 0,
};
/** As a text, with the names in it. */
const said = (given: GameAnswer, names: readonly string[]) =>
  standOf(given, sightOf(given, names))
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');

t.test('each sees the game with its own eyes', async (t) => {
  t.same(sightOf(game, ['cyd', 'ben', 'ann']), {
    me: 'ben',
    next: 'ben',
    isMyTurn: true,
    players: [
      { name: 'ann', points: 3, isNext: false, isMe: false },
      { name: 'ben', points: 1, isNext: true, isMe: true },
    ],
  });
  t.equal(said(game, ['ben']), 'It’s your turn.');
  t.equal(said(game, ['ann']), 'It’s the turn of ben.');
  t.match(sightOf(game, ['cyd']), { me: undefined, isMyTurn: false });
  const over = { ...game, game_over: true, winner: 'ann' };
  t.match(sightOf(over, ['ann']), { next: undefined, isMyTurn: false });
  t.equal(said(over, ['ann']), 'The game is over: you have won.');
  t.equal(said(over, ['ben']), 'The game is over: ann has won.');
  t.equal(said({ ...over, winner: '' }, ['ben']), 'The game is over: a draw.');
  t.equal(opponentOf(game, 'ann'), 'ben');
  t.equal(opponentOf(game, 'ben'), 'ann');
});

t.test('turns that are left are counted in words', async (t) => {
  t.equal(turnsLeft(game), '4 turns left');
  t.equal(turnsLeft({ ...game, turns_remaining: 1 }), 'the last turn');
  t.equal(turnsLeft({ ...game, game_over: true }), 'no more turns');
});

t.test('in what is said of a turn, names are told from the rest, and the player once', async (t) => {
  const names = ['ann', 'מרים'];
  t.same(turnSentence({ user: 'ann', message: 'Correct! 1 points for the word "LAY"' }, names), [
    { name: 'ann' },
    ': ',
    'Correct! 1 points for the word "LAY"',
  ]);
  t.same(turnSentence({ user: 'מרים', message: 'מרים passed. ann wins! Game over!' }, names), [
    { name: 'מרים' },
    ' passed. ',
    { name: 'ann' },
    ' wins! Game over!',
  ]);
  t.same(endSentence('ann cancelled the game. מרים wins!', names), [
    'ann cancelled the game. ',
    { name: 'מרים' },
    ' wins!',
  ]);
  t.same(endSentence('Joann wins! or not', ['ann']), ['Joann wins! or not']);
});

t.test('a game that was cancelled says so after its turns', async (t) => {
  const turns = [{ user: 'ann', message: 'Sorry! "ZZZ" is not in the english dictionary.' }];
  const told = [[{ name: 'ann' }, ': ', turns[0]!.message]];
  const cancelled = { ...game, game_over: true, winner: 'ann' };
  const end = [{ name: 'ben' }, ' cancelled the game. ', { name: 'ann' }, ' wins!'];
  t.same(historyOf(game, turns), told);
  t.same(historyOf(game, []), []);
  t.same(historyOf(cancelled, turns), [...told, end]);
  t.same(historyOf(cancelled, []), [end]);
  t.same(historyOf({ ...cancelled, turns_remaining: 0 }, turns), told, 'it was played to its end');
  const forfeited = [{ user: 'ben', message: 'ben crashed. ann wins! Game over!', reason: 'forfeited' }];
  t.same(historyOf(cancelled, forfeited).length, 1);
});

t.test('a link leads to its game, and whatever is no link to the beginning', async (t) => {
  const place = { is: 'game', key: 'V1St-_x' } as const;
  t.same(placeOf(hashOf(place)), place);
  t.same(placeOf(hashOf({ is: 'start' })), { is: 'start' });
  for (const odd of ['', '#', '#/game/', '#/game/<b>', `#/game/${'x'.repeat(101)}`, '#/game/a/b'])
    t.same(placeOf(odd), { is: 'start' }, odd);
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
  const users = new KeptUsers(store);
  t.same(users.all, []);
  users.choose({ name: 'ann', key: '1', token: 's' });
  users.choose({ name: 'ben', key: '2' });
  users.choose({ name: 'ann', key: '1', token: 'new' });
  t.same(new KeptUsers(store).all, [
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
  const users = new KeptUsers(store);
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
  const users = new KeptUsers({
    ...store,
    setItem: (name, text) => {
      if (isFull) throw new Error('full');
      store.setItem(name, text);
    },
  });
  users.choose({ name: 'ann', key: '1' });
  t.ok(users.areKept);
  isFull = true;
  t.same(users.choose({ name: 'ben', key: '2', token: 'b' }), { name: 'ben', key: '2', token: 'b' });
  t.same(
    users.all.map(({ name }) => name),
    ['ben', 'ann'],
  );
  t.notOk(users.areKept);
  isFull = false;
  users.choose({ name: 'ann', key: '1' });
  t.ok(users.areKept);
  t.same(new KeptUsers(store).named('ben'), { name: 'ben', key: '2', token: 'b' });
  const blocked = () => {
    throw new Error('blocked');
  };
  const none = new KeptUsers({ getItem: blocked, setItem: blocked });
  t.same(none.all, []);
  none.choose({ name: 'ann', key: '1' });
  t.same(none.all, [{ name: 'ann', key: '1' }]);
});

t.test('the length of a name is counted in characters, as the server has it', async (t) => {
  t.equal(lengthFault('🙂'.repeat(100)), '');
  t.equal(lengthFault(` ${'e\u0301'.repeat(96)}abcd `), '');
  t.equal(lengthFault('🙂'.repeat(101)), 'Expected at most 100 characters; got 101.');
});

t.test('a kept name is as the server has it, and what is no token is not sent as one', async (t) => {
  t.equal(nameIn(' Jose\u0301 '), 'Jos\u00e9');
  t.equal(nameIn('a\u00a0 b'), 'a b');
  t.ok(isToken('V1StGXR8_Z5jdHi6B-myT'));
  for (const odd of ['', '“abc”', 'a b', 'ä', '…']) t.notOk(isToken(odd), odd);
  const { texts, store } = keptTexts();
  new KeptUsers(store).choose({ name: 'Jose\u0301', key: '1', token: '“abc”' });
  t.match([...texts.values()][0], 'Jose\u0301');
  t.same(new KeptUsers(store).all, [{ name: 'Jos\u00e9', key: '1' }]);
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
  t.same(refusalIn(' '), { message: 'The server refused without saying why (status 400).' });
  t.same(refusalIn('', 429), { message: 'The server has too many requests. Try again in a moment.' });
  t.same(refusalIn('<html><head><title>502 Bad Gateway</title>', 502), {
    message: 'The server does not answer now (status 502). Try again in a moment.',
  });
  t.same(refusalIn('x'.repeat(501), 403), {
    message: 'The server refused without saying why (status 403).',
  });
  t.same(answered('expected the token of n1 or m1, as in "Authorization: Bearer TOKEN"; there is none'), {
    message:
      'Expected the token of n1 or m1: give it on the first page, under “A name that you have already”.',
  });
  t.same(refusalIn('{"message": 7}'), { message: '{"message": 7}' });
});
