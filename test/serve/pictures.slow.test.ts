import { join } from 'node:path';
import t, { type Test } from 'tap';
import { playableGames } from '../../host/cli/games/playable-games.ts';
import { SECOND } from '../../host/core/units.ts';
import { planMatch, readOptionTexts } from '../../host/match/plan.ts';
import { tokenHash } from '../../host/serve/tokens.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { waitFor } from '../support/looked-at-page.ts';
import { comparePictures, looks } from '../support/page-pictures.ts';
import { servedHome } from './home/served-home.ts';
import { english, Guest, servedPlay } from './play/served-play.ts';

const folder = join(import.meta.dirname, 'pictures');
const names = ['Ada', 'Ben'] as const;
const KEY = 'V1StGXR8_Z5jdHi6B-myT';

/** A game from a fixed seed, after some moves. Returns the address of its table. */
async function playedTable(t: Test, name: string, moves: readonly object[]): Promise<string> {
  const { url, store } = await servedPlay(t, join(t.testdir({}), 'site.db'));
  const { game, usual } = playableGames[name]!;
  const read = readOptionTexts(game.options, usual);
  if (!read.ok) throw new Error(read.problem);
  const { request } = planMatch({
    ...{ game, options: read.values, lexicon: english(), seed: '7', id: KEY },
    limits: { readyTimeout: 10 * SECOND, gameTimeout: 0 },
    players: names.map((name, index) => ({ seat: index + 1, entry: index + 1, name, command: 'person' })),
  });
  await store.add({
    ...{ key: KEY, request, madeAt: 0, state: 'running' },
    seats: names.map((name, index) => ({
      ...{ seat: index + 1, is: 'person', name, guest: tokenHash(name) },
    })),
  });
  const guests = names.map((name) => {
    const guest = new Guest(url);
    guest.cookie = `wordhost_guest=${name}`;
    return guest;
  });
  for (const move of moves) {
    const { due } = await guests[0]!.view(KEY);
    const { status, text } = await guests[due[0]! - 1]!.ask('POST', `games/${KEY}/moves`, move);
    if (status !== 200 || !text.startsWith('{"ok":true')) throw new Error(text);
  }
  return new URL(`/${name}/games/${KEY}`, url).href;
}

const written = ['8D WEEPY', 'H8 .OdELING', '13G M.NUTIA', '11E CAW.D', 'L11 BR.SK'];

t.test(
  'pages of the site look as in the pictures, at four sizes, light and dark',
  { skip: withoutChromium },
  async (t) => {
    await using browser = await Chromium.start();
    const paper = await browser.open('about:blank', { width: 800 });
    const home = await servedHome();
    t.teardown(async () => await home[Symbol.asyncDispose]());
    for (const [name, path] of [
      ['home', ''],
      ['game', 'scrabble/'],
      ['puzzle', 'puzzle'],
    ] as const) {
      const page = await browser.open(home.address + path, looks[0]!);
      await waitFor(page, `!document.querySelector('running-games p, word-puzzle script')`);
      await comparePictures(t, folder, name, page, paper);
    }

    const tables = {
      scrabble: written.map((move) => ({ written: move })),
      bananagrams: [],
      boggle: [],
    };
    for (const [name, moves] of Object.entries(tables)) {
      const address = await playedTable(t, name, moves);
      const page = await browser.open(address, { ...looks[0]!, isApart: true });
      await page.evaluate(`document.cookie = 'wordhost_guest=Ada; path=/'`);
      await page.goTo(address);
      await waitFor(page, `document.querySelector('.card, .field')`);
      await comparePictures(t, folder, `table-${name}`, page, paper);
    }
  },
);
