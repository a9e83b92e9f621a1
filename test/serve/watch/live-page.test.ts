import t from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import type { CompareFold } from '../../../host/runs/comparison.ts';
import type { SeriesFold } from '../../../host/runs/report/series-fold.ts';
import type { SeriesRequest } from '../../../host/runs/series.ts';
import { finishedGames, LivePage, LiveParts } from '../../../host/serve/watch/live-page.ts';
import { liveService } from '../../../host/serve/watch/live-service.ts';
import { runningComparison, seriesView } from '../../../host/serve/watch/run-views.ts';
import { markup } from '../../../host/views/html/markup.ts';
import { WholeParts } from '../../cli/pages.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { until } from '../../support/until.ts';

/** One who reads all at once. */
function readerOf(parts: LiveParts): { text: string; ended: boolean } {
  const reader = { text: '', ended: false };
  const whole = new WholeParts();
  const read = async () => {
    for await (const piece of parts.feed.stream(() => {}))
      reader.text += whole.whole(String(Buffer.from(piece)));
    reader.ended = true;
  };
  void read();
  return reader;
}

t.test('nothing is drawn until somebody looks, and then what has changed, once', async (t) => {
  const parts = new LiveParts();
  const drawn: string[] = [];
  const put = (id: string, text: string) =>
    parts.put(id, 'main', () => {
      drawn.push(text);
      return markup`<p>${text}</p>`;
    });
  put('a', 'one');
  put('a', 'two');
  put('b', 'bee');
  t.same(drawn, []);
  const reader = readerOf(parts);
  t.same(drawn, ['two', 'bee']);
  await until(
    () => reader.text.includes('event: everything'),
    () => reader.text,
  );
  put('a', 'three');
  put('a', '<four>');
  await until(
    () => reader.text.includes('&#60;four&#62;'),
    () => reader.text,
  );
  t.same(drawn, ['two', 'bee', '<four>'], 'what nobody could have seen is not drawn');
  parts.remove('b');
  parts.remove('b');
  await until(
    () => reader.text.includes('event: gone'),
    () => reader.text,
  );
  t.match(reader.text, /event: gone\ndata: "b"\n\n$/);
  parts.put('c', 'main', () => markup`last`);
  parts.end('over');
  await until(() => reader.ended, 'the end');
  t.match(reader.text, /"last"}\n\nevent: end\ndata: "over"\n\n$/, 'the last changes come before the end');
  const late = readerOf(parts);
  await until(() => late.ended, 'who comes later is told everything and let go');
  t.match(late.text, '&#60;four&#62;');
});

const run = {
  title: '<i>league',
  game: games.boggle!,
  progress: () => '1 & 2',
  figures: () => markup`<h2>Standings</h2>`,
  record: async () => undefined,
};

t.test('a page without a reader is whole, with its own policy, at a secret address', async (t) => {
  const page = new LivePage(run);
  const secret = Buffer.from('of somebody else');
  const other = new LivePage(run, secret);
  t.not(page.path, other.path);
  t.equal(new LivePage(run, secret).path, other.path, 'the same after a restart');
  t.not(new LivePage({ ...run, title: 'cup' }, secret).path, other.path);
  page.begins('id', { number: 3, names: ['<u>', 'ben'] });
  page.seen('id', { panels: [], last: { seat: 1, words: 'finds <b>' } });
  page.seen('another', { panels: [], last: undefined });
  const service = liveService(page);
  const looked = async () => {
    const answer = await service.request(`/${page.path}`);
    return { policy: answer.headers.get('content-security-policy')!, text: await answer.text() };
  };
  const answer = await looked();
  for (const text of [
    '&#60;i&#62;league',
    '1 &#38; 2',
    'Game 3: &#60;u&#62; against ben',
    '&#60;u&#62; finds &#60;b&#62;',
  ])
    t.match(answer.text, text);
  t.match(
    answer.policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+'; connect-src 'self'/,
  );
  t.notMatch(answer.policy, 'unsafe');
  page.ends('id', undefined);
  t.notMatch(await looked(), { text: /Game 3/ });
});

t.test('a game is shown when all games of its seed are over, or no more are expected', async (t) => {
  const reading = parseRecord(oldRecords[0]!.text, 'x', games);
  if (!reading.ok) throw new Error(reading.problem);
  const over = new Set([1, 3, 4, 5]);
  let isOver = false;
  const page = new LivePage({
    ...run,
    gamesOfSeed: 2,
    isOver: () => isOver,
    record: async (number) => (over.has(number) ? reading : undefined),
  });
  const statuses = async () =>
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map(
        async (number) => (await liveService(page).request(`/${page.path}games/${number}`)).status,
      ),
    );
  t.same(await statuses(), [404, 404, 200, 200, 404, 404]);
  over.add(2);
  t.same(await statuses(), [200, 200, 200, 200, 404, 404]);
  isOver = true;
  t.same(await statuses(), [200, 200, 200, 200, 200, 404]);
  t.equal(await page.game('0'), undefined);
  const entries = ['ada', 'ben', 'cyd'].map((name) => ({ name }));
  const series = { game: games.boggle!, games: 6, entries } as unknown as SeriesRequest;
  const viewOf = (mirrored: boolean) => seriesView({ ...series, mirrored }, {} as SeriesFold);
  t.same([viewOf(false).gamesOfSeed, viewOf(true).gamesOfSeed], [1, 3]);
  t.equal(runningComparison(series, {} as CompareFold).gamesOfSeed, 2);
});

t.test(
  'games that a player fails in the same way are one row, with their number and their links',
  async (t) => {
    const reading = parseRecord(
      oldRecords.find(({ text }) => text.includes('"offence":{'))!.text,
      'x',
      games,
    );
    if (!reading.ok || !reading.result) throw new Error('no result');
    const { result, game } = reading;
    const finished = Array.from({ length: 20 }, (_, index) => ({
      number: index + 1,
      result,
      hasRecord: true,
    }));
    const page = finishedGames(finished, 20, game).text;
    t.equal(page.match(/<tr>/g)?.length, 2, 'the head and one row');
    t.match(page, '<b>20 times</b>');
    t.equal(page.match(/href="games\/\d+"/g)?.length, 8);
  },
);
