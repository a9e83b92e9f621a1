import { join } from 'node:path';
import t from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { planFromRecord } from '../../../host/match/plan.ts';
import { GamePictures } from '../../../host/runs/play-game.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { LivePage } from '../../../host/serve/watch/live-page.ts';
import { liveService } from '../../../host/serve/watch/live-service.ts';
import { tournamentView } from '../../../host/serve/watch/run-views.ts';
import type { TournamentFold } from '../../../host/tournament/report.ts';
import { markup } from '../../../host/views/html/markup.ts';
import { tournamentPageRequest } from '../../../host/views/tournament/page.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { Chromium, withoutChromium } from '../../support/chromium.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { waitFor } from '../../support/looked-at-page.ts';
import { comparePictures, looks } from '../../support/page-pictures.ts';
import { madeUp } from '../../views/tournament/made-up.ts';
import { english } from '../play/served-play.ts';

const folder = join(import.meta.dirname, 'pictures');

/** Begins a game on the page, and shows it as it was after so many events of its record. */
function playUntil(page: LivePage, number: number, name: string, events: number, names: readonly string[]) {
  const text = oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text;
  const record = expectOk(parseRecord(text, name, games));
  const { plan } = expectOk(planFromRecord(record, english()));
  page.begins(`${number}`, { number, names });
  const pictures = new GamePictures(({ id: _, ...sight }) => page.seen(`${number}`, sight), 0);
  const sink = pictures.of(plan);
  for (const event of record.events.slice(0, events)) sink.take(event);
  pictures.look(true);
}

/** A tournament of which half is played. */
function league(): LivePage {
  const tournament = madeUp({ players: 5, games: 4, badEvery: 9 });
  const report = { ...tournament.report, planned: 80 };
  const schedule = { planned: 80, isOver: false };
  const fold = { games: report.games, schedule, report: () => report } as unknown as TournamentFold;
  const page = new LivePage({
    ...tournamentView(games.scrabble!, report.name, () => fold),
    record: async () => undefined,
    report: async () => tournamentPageRequest(tournament),
  });
  page.over(tournament.games.map((game) => ({ ...game, hasRecord: true })));
  const [one = '', two = '', three = ''] = report.standings.map(({ name }) => name);
  playUntil(page, 41, 'scrabble-tournament', 150, [one, two]);
  playUntil(page, 42, 'scrabble-tournament', 70, [three, one]);
  playUntil(page, 43, 'scrabble-strict', 10, [two, three]);
  return page;
}

function small(game: keyof typeof games, playAll: (page: LivePage) => void): LivePage {
  const run = { title: `${game}: Ada against Ben`, progress: () => '3 of 9 games played' };
  const page = new LivePage({
    ...run,
    game: games[game]!,
    figures: () => markup``,
    record: async () => undefined,
  });
  playAll(page);
  return page;
}

const pages: Readonly<Record<string, () => LivePage>> = {
  league,
  races: () =>
    small('bananagrams', (page) => {
      playUntil(page, 4, 'bananagrams-whole-bunch', 120, ['Ada', 'Ben']);
      playUntil(page, 5, 'bananagrams-photo-finish', 60, ['Ada', 'Ben', 'Cyd']);
    }),
  words: () =>
    small('boggle', (page) => {
      playUntil(page, 4, 'boggle-turns', 40, ['Ada', 'Ben']);
      playUntil(page, 5, 'boggle-classic', 30, ['Ada', 'Ben']);
    }),
};

t.test(
  'live pages look as in the pictures, at four sizes, light and dark',
  { skip: withoutChromium },
  async (t) => {
    await using browser = await Chromium.start();
    const paper = await browser.open('about:blank', { width: 800 });
    for (const [name, make] of Object.entries(pages)) {
      const live = make();
      const opening = await openServer({ services: [['/', liveService(live)]], port: 0, failed: t.error });
      if (!opening.ok) throw new Error(opening.code);
      await using server = opening.server;
      const page = await browser.open(`${server.address}${live.path}`, looks[0]!);
      const running = `document.querySelectorAll('#running .game')`;
      await waitFor(
        page,
        `${running}.length > 1 && [...${running}].every((game) => game.querySelector('.picture'))`,
      );
      await waitFor(page, `document.getElementById('state').className === 'live'`);
      await comparePictures(t, folder, name, page, paper);
    }
  },
);
