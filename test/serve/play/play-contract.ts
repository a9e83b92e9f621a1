import type { Test } from 'tap';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { until } from '../../support/until.ts';
import type { Kind } from '../database/database-contract.ts';
import { Guest, servedPlay, verified } from './served-play.ts';

interface Hand {
  readonly tiles: readonly { readonly id: number; readonly letter: string; readonly points: number }[];
  readonly changes: boolean;
}

/** A person without ideas: it changes tiles and passes. */
export const quietMove = ({ hand }: GameView, number: number) => {
  const { tiles, changes } = hand as Hand;
  return changes && number % 3 === 0 ? { change: [tiles[0]!.id] } : { pass: true };
};

export async function playOn(guests: readonly Guest[], key: string, most = 200): Promise<GameView> {
  for (let number = 0; number < most; ) {
    for (const guest of guests) {
      const view = await guest.view(key);
      if (view.end) return view;
      if (!view.due.includes(view.you!)) continue;
      const { status, text } = await guest.ask('POST', `games/${key}/moves`, quietMove(view, number++));
      if (status !== 200) throw new Error(text);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return await guests[0]!.view(key);
}

/** What is true of games on the site, whatever database keeps them. */
export function testPlay(t: Test, { name, empty }: Kind): void {
  t.test(`${name}: a person plays a whole game against a bot, and its record verifies`, async (t) => {
    const { url } = await servedPlay(t, await empty(t));
    const ada = new Guest(url);
    const seats = [
      { is: 'person', name: 'Ada' },
      { is: 'bot', name: 'easy' },
    ];
    const made = await ada.ask('POST', 'games', { game: 'scrabble', seats });
    t.equal(made.status, 201, made.text);
    const { key, you, state } = made.json as GameView;
    t.same([you, state], [1, 'running']);
    t.equal((made.json.hand as Hand).tiles.length, 7);
    t.equal(made.json.panels[0].rows.length, 15, 'the board is there at once');
    const { events, stop } = await ada.follow(key);
    t.equal((await ada.ask('GET', `games/${key}/record`)).status, 409, 'it is not over');
    const end = await playOn([ada], key);
    t.equal(end.state, 'over');
    t.match(end.end?.reason, /^(scoreless|played-out)$/);
    await until(() => events.some(({ data }) => data.state === 'over'));
    stop();
    t.same([...new Set(events.map(({ name }) => name))], ['view', 'change']);
    const record = await ada.ask('GET', `games/${key}/record`);
    t.match(verified(record.text), { ok: true, complete: true });
  });

  t.test(
    `${name}: a list has the games of the guest first, and nobody else learns whose they are`,
    async (t) => {
      const { url } = await servedPlay(t, await empty(t));
      const [ada, cyd] = [new Guest(url), new Guest(url)];
      const open = async (guest: Guest) =>
        (await guest.ask('POST', 'games', { game: 'scrabble', seats: [{ is: 'person' }, { is: 'open' }] }))
          .json.key;
      const [first, second] = [await open(ada), await open(ada)];
      for (const guest of [new Guest(url), new Guest(url), new Guest(url)])
        for (let made = 0; made < 17; made++) await open(guest);
      const listed = async (guest: Guest, state = 'open') =>
        (await guest.ask('GET', `games?state=${state}`)).json as readonly Record<string, unknown>[];
      const own = await listed(ada);
      t.same([own.length, own[0]!.key, own[1]!.key], [50, second, first], 'in spite of 51 newer games');
      t.same(
        own.map(({ you }) => you),
        [1, 1, ...Array(48)],
      );
      t.same(
        (await listed(cyd)).filter((each) => 'you' in each || each.key === first),
        [],
      );
      const seats = [{ is: 'person' }, { is: 'bot', name: 'easy' }];
      const { key } = (await ada.ask('POST', 'games', { game: 'scrabble', seats })).json;
      await until(async () => (await ada.view(key)).due.includes(1));
      const running = async (guest: Guest) =>
        (await listed(guest, 'running')).map(({ key, you, due }) => ({ key, you, due }));
      t.strictSame(await running(ada), [{ key, you: 1, due: [1] }]);
      t.strictSame(await running(cyd), [{ key, you: undefined, due: [1] }]);
    },
  );

  t.test(`${name}: two people play by a link, and everything is as before after a restart`, async (t) => {
    const where = await empty(t);
    const first = await servedPlay(t, where);
    const [ada, ben, cyd] = [new Guest(first.url), new Guest(first.url), new Guest(first.url)];
    const seats = [{ is: 'person', name: 'Ada' }, { is: 'open' }];
    const { key, state } = (await ada.ask('POST', 'games', { game: 'scrabble', seats })).json as GameView;
    t.equal(state, 'open');
    const joined = await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
    t.match(joined.json, { you: 2, state: 'running', seats: [{ name: 'Ada' }, { name: 'Ben' }] });
    t.match((await ben.ask('POST', `games/${key}/join`, {})).status, 409, 'twice');
    t.match((await cyd.ask('POST', `games/${key}/join`, {})).status, 409, 'no open seat');
    t.equal((await cyd.ask('POST', `games/${key}/moves`, { pass: true })).status, 403, 'a watcher');
    await playOn([ada, ben], key, 3);
    const clocks = (await cyd.view(key)).seats.map(({ clock }) => clock!);
    t.same(clocks.map(({ runs }) => runs).sort(), [false, true]);
    for (const { leftMs } of clocks) t.ok(leftMs > 590_000 && leftMs <= 600_000, `${leftMs} ms are left`);
    const before = [await ada.view(key), await ben.view(key), await cyd.view(key)];
    await first.close();
    const { url } = await servedPlay(t, where);
    for (const guest of [ada, ben, cyd]) guest.url = url;
    const still = ({ version, seats, ...view }: GameView) => view;
    const after = [await ada.view(key), await ben.view(key), await cyd.view(key)];
    t.strictSame(after.map(still), before.map(still));
    await playOn([ada, ben], key);
    const record = await cyd.ask('GET', `games/${key}/record`);
    t.match(verified(record.text), { ok: true, complete: true });
  });
}
