import type { Test } from 'tap';
import type { Kind } from '../database/database-contract.ts';
import { type Ask, board, type Sent, type Served, servedBoggle } from './served-boggle.ts';

/** What is true of the API, whatever database it keeps its games in. */
export function testApi(t: Test, { name, empty }: Kind): void {
  const test = (rule: string, run: (t: Test, served: Served) => Promise<void>, demandsTokens = false) =>
    t.test(`${name}: ${rule}`, async (t) => {
      await run(t, await servedBoggle(t, { where: await empty(t), demandsTokens }));
    });

  test('a user is made, and no second one of that name', async (t, { ask }) => {
    const made = await ask('POST', '/create_user', { form: { user_name: 'john' } });
    t.match(made, { status: 200, json: { message: 'User john created', urlsafe_key: /^u[\w-]{21}$/ } });
    const again = { user_name: ' john ', email: 'j@example.org' };
    t.match(
      await ask('POST', '/create_user', { json: again }),
      said(409, 'A User with that name already exists!'),
    );
    t.match(await ask('POST', '/user', { query: { user_name: 'sarah' } }), said(200, 'User sarah created'));
  });

  test('a game has the fields and the types of the first service, by all spellings', async (t, { ask }) => {
    const key = await begun(ask, { turns: 4 });
    const fields = {
      board,
      game_over: false,
      message: 'Good luck playing Boggle!',
      turns_remaining: '4',
      urlsafe_key: key,
      user1_is_next: true,
      user1_name: 'john',
      user1_points: '0',
      user2_name: 'sarah',
      user2_points: '0',
      words_found: '[]',
    };
    t.match(key, /^g[\w-]{21}$/);
    for (const path of ['/get_game', '/game']) t.same((await ask('GET', `${path}/${key}`)).json, fields);
    const found = { message: 'Correct! 1 points for the word "AQUA"', words_found: '["AQUA"]' };
    const moved = { ...fields, ...found, turns_remaining: '3', user1_is_next: false, user1_points: '1' };
    t.same((await move(ask, key, 'john', 'aQuA')).json, moved);
    const form = { user_name: 'sarah', guess: 'squally' };
    t.match((await ask('PUT', `/game/${key}`, { form })).json, {
      message: 'Correct! 5 points for the word "SQUALLY"',
      user2_points: '5',
      words_found: '["AQUA","SQUALLY"]',
    });
    const query = { user1_name: 'john', user2_name: 'sarah' };
    t.match((await ask('POST', '/game', { query })).json, { turns_remaining: '20' });
  });

  test('those who ask for types get numbers and lists', async (t, { ask }) => {
    const key = await begun(ask, { turns: 4 });
    await move(ask, key, 'john', 'aqua');
    const headers = { accept: 'application/json; profile=typed' };
    t.match((await ask('GET', `/get_game/${key}`, { headers })).json, {
      ...{ turns_remaining: 3, user1_points: 1, words_found: ['AQUA'], next: 'sarah', turns: 4, changes: 1 },
    });
    t.match((await ask('GET', `/games/${key}/history`, { headers })).json.turns, [
      { user: 'john', word: 'AQUA', points: 1, path: [1, 4, 9] },
    ]);
    t.match((await ask('GET', '/user_rankings', { headers })).json.users[0], {
      wins: 0,
      losses: 0,
      draws: 0,
    });
  });

  test('a new game needs two users, and a number of turns', async (t, { ask }) => {
    await users(ask);
    const of = async (user1_name: string, user2_name: string, turns: unknown = 4) =>
      await ask('POST', '/new_game', { json: { user1_name, user2_name, turns } });
    t.match(await of('john', 'nobody'), said(404, 'A user named nobody does not exist!'));
    t.match(await of('john', 'john'), said(400, "Sorry, you can't play against yourself"));
    for (const turns of [0, 1001, -1, 1.5, 'many', true, [], {}, '4x', '', 1e300])
      t.match(
        await of('john', 'sarah', turns),
        said(400, /^turns: expected a whole number from 1 to 1000; got/),
      );
    for (const turns of [1, '1000', null]) t.match(await of('john', 'sarah', turns), { status: 200 });
  });

  test('a key that is none, of another kind, or of nothing', async (t, { ask }) => {
    await begun(ask);
    const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key as string;
    const guess = { json: { user_name: 'john', guess: 'aqua' } };
    for (const key of ['x', user, `g${'a'.repeat(20)}`, `g${'a'.repeat(22)}`, '%zz', '%00', 'g%2F..', '🙂'])
      for (const [method, path] of ofGame(encodeURI(key)))
        t.match(
          await ask(method, path, method === 'PUT' ? guess : {}),
          said(400, 'Invalid key'),
          `${method} ${path}`,
        );
    const unknown = `g${'a'.repeat(21)}`;
    for (const [method, path] of ofGame(unknown))
      t.match(
        await ask(method, path, method === 'PUT' ? guess : {}),
        said(404, 'Game not found!'),
        `${method} ${path}`,
      );
    t.match(await ask('GET', `/user/${unknown}`), said(400, 'Invalid key'));
    t.match(await ask('GET', `/user/u${'a'.repeat(21)}`), said(404, 'User not found!'));
  });

  test('a refused move leaves the game as it was, and is not in its history', async (t, { ask }) => {
    const key = await begun(ask, { turns: 2 });
    await ask('POST', '/create_user', { form: { user_name: 'eve' } });
    const before = (await ask('GET', `/get_game/${key}`)).json;
    for (const [user, message] of [
      ['nobody', 'Player not found.'],
      ['eve', "You're not playing in this game"],
      ['sarah', "It's not your turn"],
    ] as const)
      t.same((await move(ask, key, user, 'aqua')).json, { ...before, message });
    await move(ask, key, 'john', 'aqua');
    await move(ask, key, 'sarah', 'dog');
    for (const user of ['nobody', 'eve', 'john', 'sarah'])
      t.match(await move(ask, key, user, 'aqua'), said(200, 'Game already over!'));
    t.equal((await ask('GET', `/games/${key}/history`)).json.turns.length, 2);
  });

  test('a word is judged, and the last turn ends the game', async (t, { ask }) => {
    const key = await begun(ask, { turns: 6 });
    const says = async (user: string, guess: string, message: string) =>
      t.match(await move(ask, key, user, guess), said(200, message), guess);
    await says('john', 'xyz', 'Sorry! "XYZ" is not in the english dictionary.');
    await says('sarah', 'at', 'Correct! 0 points for the word "AT"');
    await says('john', 'At', 'Sorry! "AT" has already been found.');
    await says('sarah', 'cobble', 'Sorry! The word "COBBLE" is not in the board.');
    await says('john', 'squall', 'Correct! 3 points for the word "SQUALL"');
    t.match((await move(ask, key, 'sarah', 'clàps')).json, {
      message: 'Sorry! "CLÀPS" is not in the english dictionary. john wins! Game over!',
      ...{ game_over: true, winner: 'john', turns_remaining: '0', user1_points: '3' },
    });
    const history = (await ask('GET', `/games/${key}/history`)).json;
    t.match(history.game, { message: 'Here is the history of this game', winner: 'john' });
    t.same(history.turns.map((turn: string) => JSON.parse(turn)).slice(0, 2), [
      { user: 'john', message: 'Sorry! "XYZ" is not in the english dictionary.' },
      { user: 'sarah', message: 'Correct! 0 points for the word "AT"' },
    ]);
    const drawn = await begun(ask, { turns: 1 });
    t.match((await move(ask, drawn, 'john', 'dog')).json, {
      message: 'Sorry! The word "DOG" is not in the board. It\'s a draw! Game over!',
      winner: '',
    });
  });

  test('the words that nobody found are told after the game, never before', async (t, { ask }) => {
    const key = await begun(ask, { turns: 2 });
    const unfound = async (headers = {}) => await ask('GET', `/games/${key}/unfound`, { headers });
    t.match(await unfound(), said(409, 'The game is not over yet'));
    await move(ask, key, 'john', 'aqua');
    t.match(await unfound(), said(409, 'The game is not over yet'));
    await move(ask, key, 'sarah', 'claps');
    const words = [
      ['SQUALLY', 5],
      ['SQUALL', 3],
      ['QUAD', 1],
      ['ALL', 1],
      ['LAY', 1],
      ['SAY', 1],
    ].map(([word, points]) => ({ word, points }));
    t.strictSame((await unfound({ accept: 'application/json; profile=typed' })).json, { words });
    t.strictSame((await unfound()).json, {
      words: words.map(({ word, points }) => ({ word, points: String(points) })),
    });
  });

  test('a game is cancelled by one of its users, who loses', async (t, { ask }) => {
    const key = await begun(ask, { turns: 6 });
    const cancel = async (user_name: string) =>
      await ask('PUT', `/game/${key}/cancel`, { json: { user_name } });
    for (const stranger of ['eve', 'nobody'])
      t.match(await cancel(stranger), said(403, 'Only the participants can cancel a game'));
    const message = 'sarah cancelled the game. john wins!';
    t.match((await cancel('sarah')).json, { message, game_over: true, winner: 'john' });
    t.match(await cancel('john'), said(200, 'Game already over!'));
    t.match((await ask('GET', `/get_game/${key}`)).json, { message, winner: 'john' });
  });

  test('of a cancel and a guess at the same moment both are told what became of the game', async (t, {
    ask,
  }) => {
    const faults: string[] = [];
    let cancelledFirst = 0;
    for (let count = 0; count < 30; count++) {
      const names = [`ann ${count}`, `bob ${count}`] as const;
      const key = await begun(ask, { names, turns: 1 + (count % 3) });
      // The order in which they are asked alternates, and two cancel at once.
      const guess = () => move(ask, key, names[0], 'aqua');
      const cancel = (name: string) => ask('PUT', `/game/${key}/cancel`, { json: { user_name: name } });
      const asked = [() => cancel(names[1]), guess, () => cancel(names[0])];
      if (count % 2 === 0) asked.reverse();
      const answers = (await Promise.all(asked.map((each) => each()))).map(
        ({ json }) => json.message as string,
      );
      const { game, turns } = (await ask('GET', `/games/${key}/history`)).json;
      const moves = (turns as string[]).map((turn) => JSON.parse(turn).message as string);
      const guessed = answers.filter((message) => message.startsWith('Correct!'));
      const cancelled = answers.filter((message) => /cancelled the game/.test(message));
      const late = answers.filter((message) => message === 'Game already over!');
      if (guessed.length + cancelled.length + late.length !== 3) faults.push(`answers: ${answers}`);
      if (String(moves) !== String(guessed)) faults.push(`history: ${moves}; ${answers}`);
      const isEndedByGuess = guessed.some((message) => message.endsWith('Game over!'));
      if (cancelled.length !== (isEndedByGuess ? 0 : 1)) faults.push(`cancels: ${answers}`);
      const winner = isEndedByGuess ? names[0] : /\. (.*) wins!$/.exec(cancelled[0] ?? '')?.[1];
      if (game.winner !== winner || !game.game_over) faults.push(`winner ${game.winner}; ${answers}`);
      if (game.user1_points !== String(guessed.length))
        faults.push(`points ${game.user1_points}; ${answers}`);
      if (guessed.length === 0) cancelledFirst++;
    }
    t.same(faults, []);
    t.comment(`${cancelledFirst} of 30 were cancelled before the guess`);
    const { users } = (await ask('GET', '/user_rankings')).json;
    const sum = (field: string) =>
      users.reduce((total: number, user: Record<string, string>) => total + Number(user[field]), 0);
    t.same([sum('wins'), sum('losses')], [30, 30], 'each game counts once');
    t.match(await ask('GET', '/games/average_turns'), said(200, 'The average moves remaining is 0.00'));
  });

  test('rankings: by share of games won, then by games won; none played is 0', async (t, { ask }) => {
    await users(ask, ['a', 'b', 'c', 'd', 'e']);
    for (const [winner, loser] of ['ab', 'ab', 'cd', 'bd', 'ca'].map((pair) => [...pair])) {
      const key = await begun(ask, { names: [winner!, loser!] });
      await ask('PUT', `/game/${key}/cancel`, { json: { user_name: loser } });
    }
    await move(ask, await begun(ask, { names: ['b', 'd'], turns: 1 }), 'b', 'dog');
    const ranked = async (query = {}) => (await ask('GET', '/user_rankings', { query })).json.users;
    const all = await ranked();
    t.same(
      all.map((user: Record<string, unknown>) => [user.name, user.wins, user.losses, user.win_percentage]),
      [
        ['c', '2', '0', 1],
        ['a', '2', '1', 2 / 3],
        ['b', '1', '2', 1.5 / 4],
        ['d', '0', '2', 0.5 / 3],
        ['e', '0', '0', 0],
      ],
    );
    t.same(Object.keys(all[0]).sort(), ['losses', 'name', 'urlsafe_key', 'win_percentage', 'wins']);
    t.same(await ranked({ limit: 2, offset: 1 }), all.slice(1, 3));
  });

  test('the average is of open games, and right after each change', async (t, { ask }) => {
    const average = async () => (await ask('GET', '/games/average_turns')).json.message;
    t.equal(await average(), 'The average moves remaining is 0.00');
    const first = await begun(ask, { turns: 2 });
    const [second, third] = [await begun(ask, { turns: 3 }), await begun(ask, { turns: 2 })];
    t.equal(await average(), 'The average moves remaining is 2.33');
    await move(ask, first, 'john', 'dog');
    await move(ask, first, 'john', 'refused');
    t.equal(await average(), 'The average moves remaining is 2.00');
    await move(ask, first, 'sarah', 'dog');
    t.equal(await average(), 'The average moves remaining is 2.50');
    await ask('PUT', `/game/${third}/cancel`, { json: { user_name: 'john' } });
    t.equal(await average(), 'The average moves remaining is 3.00');
    await ask('PUT', `/game/${second}/cancel`, { json: { user_name: 'john' } });
    t.equal(await average(), 'The average moves remaining is 0.00');
  });

  test("a user's games, the newest first", async (t, { ask }) => {
    const keys = [await begun(ask), await begun(ask), await begun(ask)];
    const key = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
    const given = async (query = {}) => (await ask('GET', `/user/${key}`, { query })).json;
    const { user, games } = await given();
    t.same(user, { name: 'john', urlsafe_key: key });
    t.same(
      games.map((game: { urlsafe_key: string }) => game.urlsafe_key),
      keys.reverse(),
    );
    t.equal((await given({ limit: 2 })).games.length, 2);
  });

  test('a user is found by name, by who may act for it', async (t, { ask }) => {
    await users(ask, ['Jos\u00e9']);
    const headers = { accept: 'application/json; profile=typed', authorization: 'Bearer any' };
    const named = async (user_name: string) => await ask('GET', '/user', { query: { user_name }, headers });
    const { json } = await named(' Jose\u0301 ');
    t.match(json, { name: 'Jos\u00e9', urlsafe_key: /^u[\w-]{21}$/, needs_token: false });
    t.match((await ask('GET', `/user/${json.urlsafe_key}`, { headers })).json.user, json);
    t.match(await named('nobody'), said(404, 'User not found!'));
    t.match(await ask('GET', '/user'), said(400, /^user_name: expected a name; there is none/));
  });

  test('a guess is in capitals, letter by letter', async (t, { ask }) => {
    const key = await begun(ask, { turns: 20 });
    for (const [index, [guess, word]] of [
      ['élan', 'ÉLAN'],
      ['straße', 'STRAẞE'],
      ['łódź', 'ŁÓDŹ'],
      ['ſay', 'ſAY'],
      ['claıps', 'CLAıPS'],
      ['ŉay', 'ŉAY'],
    ].entries())
      t.match(
        await move(ask, key, index % 2 === 0 ? 'john' : 'sarah', guess!),
        said(200, `Sorry! "${word}" is not in the english dictionary.`),
      );
  });

  test('of many moves at the same moment one is played', async (t, { ask }) => {
    const key = await begun(ask, { turns: 10 });
    const answers = await Promise.all(
      ['aqua', 'quad', 'claps', 'lay', 'say', 'all'].map((guess) => move(ask, key, 'john', guess)),
    );
    const told = answers.map(({ json }) => json.message);
    t.equal(told.filter((message) => message.startsWith('Correct!')).length, 1);
    t.equal(told.filter((message) => message === "It's not your turn").length, 5);
    t.match((await ask('GET', `/get_game/${key}`)).json, { turns_remaining: '9', user1_is_next: false });
    t.equal((await ask('GET', `/games/${key}/history`)).json.turns.length, 1);
  });

  test(
    'where tokens are demanded, nobody acts for another',
    async (t, { ask }) => {
      const tokens = await users(ask);
      const game = { json: { user1_name: 'john', user2_name: 'sarah' } };
      const by = (token: string | undefined, sent: Sent = {}): Sent => ({
        ...sent,
        headers: { authorization: `Bearer ${token}` },
      });
      t.match(await ask('POST', '/new_game', game), {
        ...said(401, /expected the token of john or sarah/),
        headers: { 'www-authenticate': 'Bearer' },
      });
      const key = (await ask('POST', '/new_game', by(tokens.sarah, game))).json.urlsafe_key;
      const guess = { json: { user_name: 'john', guess: 'aqua' } };
      const path = `/make_move/${key}`;
      t.match(await ask('PUT', path, guess), said(401, /there is none/));
      const john = (more: Sent = {}) => ask('GET', '/user', { query: { user_name: 'john' }, ...more });
      t.match(await john(), said(401, /there is none/));
      t.match(await john(by('made-up')), said(401, /no user has/));
      t.match(await john(by(tokens.sarah)), said(403, /of another user/));
      const typed = { accept: 'application/json; profile=typed' };
      t.match(await john({ headers: { ...by(tokens.john).headers, ...typed } }), {
        ...{ status: 200, json: { name: 'john', urlsafe_key: /^u/, needs_token: true } },
      });
      t.match(await ask('PUT', path, by('made-up', guess)), said(401, /no user has/));
      t.match(await ask('PUT', path, by(tokens.sarah, guess)), said(403, /of another user/));
      t.match(await ask('PUT', path, by(tokens.john, guess)), said(200, /^Correct!/));
      const cancel = { json: { user_name: 'sarah' } };
      t.match(await ask('PUT', `/game/${key}/cancel`, by(tokens.john, cancel)), said(403, /of another user/));
      t.match(await ask('PUT', `/game/${key}/cancel`, by(tokens.sarah, cancel)), said(200, /cancelled/));
    },
    true,
  );
}

const said = (status: number, message: string | RegExp) => ({ status, json: { message } });

const ofGame = (key: string) =>
  [
    ['GET', `/get_game/${key}`],
    ['GET', `/games/${key}/history`],
    ['GET', `/games/${key}/unfound`],
    ['GET', `/games/${key}/events`],
    ['PUT', `/make_move/${key}`],
    ['PUT', `/game/${key}/cancel`],
  ] as const;

/** Their tokens. */
async function users(
  ask: Ask,
  names: readonly string[] = ['john', 'sarah'],
): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const user_name of names)
    tokens[user_name] = (await ask('POST', '/create_user', { form: { user_name } })).json.token;
  return tokens;
}

/** The key of a new game; its users are made if they are not there. */
export async function begun(
  ask: Ask,
  { names = ['john', 'sarah'], turns = 4 }: { names?: readonly string[]; turns?: number } = {},
): Promise<string> {
  await users(ask, names);
  const [user1_name, user2_name] = names;
  return (await ask('POST', '/new_game', { json: { user1_name, user2_name, turns } })).json.urlsafe_key;
}

export async function move(ask: Ask, key: string, user_name: string, guess: string) {
  return await ask('PUT', `/make_move/${key}`, { json: { user_name, guess } });
}
