import t from 'tap';
import { tournamentPage, tournamentPageBeginning } from '../../../host/views/tournament/page.ts';
import fc, { runs } from '../../support/laws.ts';
import { unbalanced } from '../html/unbalanced.ts';
import { hostileNames, madeUp } from './made-up.ts';

const tagsIn = (page: string) =>
  page.replace(/<style>[^<]*<\/style>/, '').match(/<\/?[a-z](?:"[^"]*"|[^">])*>/gi)!;

const targets = (page: string) => new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
const links = (page: string) => [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id!);

t.test('nothing that a player is called is a part of the page', async (t) => {
  const page = tournamentPage(madeUp({ names: hostileNames, badEvery: 5, games: 3 }));
  const [hostile, harmless] = [
    tagsIn(page),
    tagsIn(tournamentPage(madeUp({ players: 10, badEvery: 5, games: 3 }))),
  ];
  t.equal(unbalanced(page), undefined);
  const kinds = (tags: readonly string[]) => [...new Set(tags.map((tag) => /^<\/?\w+/.exec(tag)![0]))].sort();
  t.same(kinds(hostile), kinds(harmless));
  t.same(
    kinds(hostile).filter((kind) => /script|img|iframe|object|link|form|base/.test(kind)),
    [],
  );
  const withoutValues = hostile.map((tag) => tag.replace(/"[^"]*"/g, ''));
  t.notMatch(withoutValues.join('\n'), /\son\w+=/i, 'no tag has a handler');
  t.notMatch(page.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  t.match(page, '&#60;img src=x onerror=alert(1)&#62;');
});

t.test('the page names no other place, and allows nothing but its own style', async (t) => {
  const page = tournamentPage(madeUp({ names: ['ada', 'ben'], badEvery: 2 }));
  t.notMatch(page, /(?:src|href|action)="(?!#)/);
  t.notMatch(page, /url\((?!#)|@import|https?:/);
  t.match(page, /Content-Security-Policy" content="default-src (?:'|&#39;)none/);
  t.ok(page.startsWith(tournamentPageBeginning));
});

t.test('each link leads to something on the page, with 0 to 65 players', async (t) => {
  for (const players of [0, 1, 2, 7, 40, 65]) {
    const page = tournamentPage(madeUp({ players, games: 1, badEvery: 3 }));
    const there = targets(page);
    t.same(
      links(page).filter((id) => !there.has(id)),
      [],
      `${players} players`,
    );
    t.equal(unbalanced(page), undefined);
  }
});

t.test('each cell of the crosstable leads to the games of the two', async (t) => {
  const page = tournamentPage(madeUp({ names: ['ada', 'ben', 'cyd'] }));
  const [, crosstable] = /id="crosstable">([\s\S]*?)<\/section>/.exec(page)!;
  t.same(links(crosstable!).filter((id) => id.startsWith('games-')).length, 6);
  const [, meeting] = /id="games-1-2">([\s\S]*?)<\/section>/.exec(page)!;
  t.match(meeting, /<h2>ada and ben<\/h2>/);
  t.equal(meeting!.match(/<tr[ >]/g)!.length, 1 + 2);
});

t.test('before the first game it says so, and has no plots and no crosstable', async (t) => {
  const page = tournamentPage(madeUp({ names: ['ada', 'ben'], games: 0 }));
  t.match(page, 'No games have been played yet.');
  t.notMatch(page, /<svg (?!class="paints")|id="crosstable"|id="distributions"/);
});

t.test('the page has each fault once, with its games, a report and the command that shows it', async (t) => {
  const page = tournamentPage(madeUp({ names: ['ada', 'ben', 'cyd'], badEvery: 3 }));
  const [, faults] = /<section id="faults">([\s\S]*?)<\/section>/.exec(page)!;
  t.same(faults!.match(/<summary>.*?<\/summary>/g), [
    '<summary>cyd, in 2 games: protocol (form): expected a move; got cyd</summary>',
  ]);
  t.match(faults, /game 3<[\s\S]*game 6</);
  t.match(faults, '&#62; x&#60;y&#38;z\n    ^ line 1');
  t.match(faults, 'wordhost replay league.db#3');
  t.notMatch(tournamentPage(madeUp({ names: ['ada', 'ben'] })), 'id="faults"');
});

t.test('of very many games the newest of each pair are listed, and it says so', async (t) => {
  const page = tournamentPage(madeUp({ names: ['ada', 'ben'], games: 300 }));
  t.match(page, 'The newest 200 of 300 games.');
  const many = tournamentPage(madeUp({ players: 65, games: 24 }));
  t.ok(many.length < 6_000_000, `${many.length} characters of 49,920 games`);
  t.match(many, 'The newest 9 of 24 games.');
});

t.test('of very many players the page has no crosstable, and no lists for it', async (t) => {
  const page = tournamentPage(madeUp({ players: 151, games: 1 }));
  t.notMatch(page, /id="crosstable"|id="games-1-2"/);
  t.ok(page.length < 1_000_000, `${page.length} characters`);
  t.equal(unbalanced(page), undefined);
});

t.test('a law: whatever players are called, the page is whole', async () => {
  // The unit 'binary' of fast-check makes a table of all there are first, which takes a second.
  const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const anyText = fc.string({ unit: anyCodePoint, maxLength: 20 });
  const name = fc.oneof(anyText, fc.constantFrom(...hostileNames));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
      const page = tournamentPage(madeUp({ names, games: 1, badEvery: 2 }));
      return unbalanced(page) === undefined && page.isWellFormed();
    }),
    runs(45),
  );
});
