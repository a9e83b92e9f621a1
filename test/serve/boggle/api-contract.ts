import type { Test } from 'tap';
import type { Kind } from '../database/database-contract.ts';
import { type Ask, board, servedBoggle } from './served-boggle.ts';

/** What is true of the API, whatever database it keeps its games in. */
export function testApi(t: Test, { name, empty }: Kind): void {
  const test = (rule: string, run: (t: Test, ask: Ask) => Promise<void>) =>
    t.test(`${name}: ${rule}`, async (t) => {
      const { ask } = await servedBoggle(t, { where: await empty(t) });
      await run(t, ask);
    });

  test('a user is made, and no second one of that name', async (t, ask) => {
    const made = await ask('POST', '/create_user', { form: { user_name: 'john' } });
    t.match(made, { status: 200, json: { message: 'User john created', urlsafe_key: /^u[\w-]{21}$/ } });
    t.match(await ask('POST', '/create_user', { json: { user_name: 'john', email: 'j@example.org' } }), {
      status: 409,
      json: { message: 'A User with that name already exists!' },
    });
    t.match(await ask('POST', '/user', { query: { user_name: 'sarah' } }), { status: 200 });
  });

  test('a game is made, and a right word counts', async (t, ask) => {
    const key = await begun(ask, 4);
    const lisp = await ask('PUT', `/make_move/${key}`, { json: { user_name: 'john', guess: 'aqua' } });
    t.same(lisp.json, {
      board,
      game_over: false,
      message: 'Correct! 1 points for the word "AQUA"',
      turns_remaining: '3',
      urlsafe_key: key,
      user1_is_next: false,
      user1_name: 'john',
      user1_points: '1',
      user2_name: 'sarah',
      user2_points: '0',
      words_found: '["AQUA"]',
    });
    t.same((await ask('GET', `/get_game/${key}`)).json, lisp.json);
  });
}

async function begun(ask: Ask, turns: number): Promise<string> {
  for (const user_name of ['john', 'sarah']) await ask('POST', '/create_user', { form: { user_name } });
  const json = { user1_name: 'john', user2_name: 'sarah', turns };
  return (await ask('POST', '/new_game', { json })).json.urlsafe_key;
}
