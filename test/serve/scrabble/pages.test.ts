import t from 'tap';
import { WebBot } from '../../players/merknera/web-bot.ts';
import { gamesOver, plays, servedLeague } from './served-league.ts';

t.test('the pages and files', async (t) => {
  const served = await servedLeague(t);
  const [one, other] = [await WebBot.start(plays()), await WebBot.start(plays())];
  t.teardown(() => {
    for (const bot of [one, other]) bot[Symbol.dispose]();
  });
  await served.register('one', one.url, { programminglanguage: 'Logo', description: '<b>bold</b>' });
  await served.register('other', other.url);
  await gamesOver(served, 2);

  t.test('show bots, games and standings, and nothing that a player could use', async (t) => {
    const page = await (await fetch(`${served.url}/scrabble/web-bots`)).text();
    t.match(page, /2 of 2 bots online/);
    t.match(page, /Logo/);
    t.match(page, /&#60;b&#62;bold/);
    t.notMatch(page, /<p class="soft">seed/);
    t.notMatch(page, /127\.0\.0\.1:/, 'where bots are');
    t.match(await (await fetch(`${served.url}/scrabble/web-bots/report`)).text(), /Crosstable|Standings/);
    const replay = await (await fetch(`${served.url}/scrabble/web-bots/games/1`)).text();
    t.match(replay, /verified/);
    const nothing = await fetch(`${served.url}/scrabble/web-bots/games/9999`);
    t.equal(nothing.status, 404);
    t.match(await nothing.text(), 'unknown game, or it is not over yet');
    for (const path of ['report', 'games/1', 'games/1/record']) {
      const moved = await fetch(`${served.url}/scrabble/${path}`, { redirect: 'manual' });
      t.match([moved.status, moved.headers.get('location')], [308, `/scrabble/web-bots/${path}`]);
    }
    const record = await fetch(`${served.url}/scrabble/web-bots/games/1/record`);
    t.match(await record.text(), /^\{"n":1,/);
    const events = await fetch(`${served.url}/scrabble/web-bots/events`);
    const reader = events.body!.getReader();
    let text = '';
    while (!/"name":"running"|"within":"running"/.test(text))
      text += new TextDecoder().decode((await reader.read()).value);
    t.notMatch(text, /class="rack"/);
    await reader.cancel();
  });

  t.test('files are served by their hash, as the bridge does', async (t) => {
    const { dictionary } = one.of('Scrabble.NewGame')[0]!.params;
    const whole = await fetch(dictionary.url, { headers: { 'accept-encoding': 'identity' } });
    t.match(Object.fromEntries(whole.headers), {
      'cache-control': /immutable/,
      etag: `"${dictionary.sha1}"`,
      'accept-ranges': 'bytes',
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    t.equal(
      (await fetch(dictionary.url, { headers: { 'if-none-match': `"${dictionary.sha1}"` } })).status,
      304,
    );
    const part = await fetch(dictionary.url, { headers: { range: 'bytes=2-4' } });
    t.same([part.status, await part.text()], [206, bytes.subarray(2, 5).toString()]);
    const zipped = await fetch(dictionary.url, { headers: { 'accept-encoding': 'gzip' } });
    t.equal(zipped.headers.get('content-encoding'), 'gzip');
    t.equal(await zipped.text(), bytes.toString());
    t.equal(
      (
        await fetch(dictionary.url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
      ).headers.get('content-length'),
      String(bytes.length),
    );
    t.equal((await fetch(`${served.url}/scrabble/${'0'.repeat(40)}/dictionary.txt`)).status, 404);
  });
});
