import { gzipSync } from 'node:zlib';
import t from 'tap';
import { homeGames } from '../../../host/cli/games/home-games.ts';
import { playableGames } from '../../../host/cli/games/playable-games.ts';
import { Misfit, readShape, strictObject } from '../../../host/core/shape.ts';
import { readOptionTexts } from '../../../host/match/plan.ts';
import { NOON, servedHome } from './served-home.ts';

t.test('the pages around the games', async (t) => {
  let now = NOON;
  const server = await servedHome(() => now);
  t.teardown(async () => await server[Symbol.asyncDispose]());
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, server.address));
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  t.test('each page loads files of its own server alone, and less than 100 KB in all', async (t) => {
    for (const path of ['', 'puzzle', 'scrabble/', 'bananagrams/']) {
      const { status, text, headers } = await ask(path);
      t.equal(status, 200, path);
      t.match(
        headers.get('content-security-policy'),
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      t.notMatch(text, /<style|\sstyle=|\son[a-z]+=|javascript:/i, 'nothing is inline');
      const files = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, to]) => to!);
      t.equal(files.length, 3);
      let bytes = gzipSync(text).length;
      for (const file of files) {
        const loaded = await ask(new URL(file, new URL(path, server.address)).href);
        t.equal(loaded.status, 200, file);
        bytes += gzipSync(loaded.text).length;
      }
      t.ok(bytes < 100_000, `${bytes} bytes`);
    }
  });

  t.test('where a game can be begun, who has no JavaScript reads that it is needed', async (t) => {
    for (const [path, buttons] of [
      ['', 3],
      ['scrabble/', 1],
      ['bots', 1],
    ] as const) {
      const { text } = await ask(path);
      t.equal(
        text.split('<noscript><p class="soft">Playing needs JavaScript.</p></noscript>').length - 1,
        buttons,
      );
    }
  });

  t.test('the first page offers each game with one click, and the page of a game its rules', async (t) => {
    const { text } = await ask('');
    t.strictSame(
      [...text.matchAll(/data-game="(\w+)" aria-labelledby/g)].map(([, name]) => name),
      ['scrabble', 'bananagrams', 'boggle'],
    );
    const ways = text.match(/<select data-ways.*?<\/select>/s)![0];
    t.same(
      [...ways.matchAll(/<option value="[^"]*">([^<]*)</g)].map(([, words]) => words),
      ['in turns', 'all at once'],
      'Boggle can be played in two ways',
    );
    for (const path of ['scrabble/', 'bananagrams/']) {
      const rules = (await ask(path)).text.match(/<ol>.*?<\/ol>/s)![0].match(/<li>/g)!;
      t.ok(rules.length >= 6 && rules.length <= 10, path);
      t.match((await ask(path.slice(0, -1))).text, /<ol>/, 'its address without a slash');
    }
  });

  t.test('what the page of a game offers, its API takes', async (t) => {
    for (const { name, choices, mostPlayers } of homeGames(playableGames)) {
      const { game, options, seats, usual } = playableGames[name]!;
      t.equal(mostPlayers, seats.max);
      for (const { option, values } of choices) {
        t.equal(values[0]!.value, '', `${name}: the first ${option} is the usual one`);
        for (const { value } of values.slice(1)) {
          const given = readShape(strictObject(options), { [option]: value });
          t.notOk(given instanceof Misfit, `${name}: ${option} ${value}`);
          const read = readOptionTexts(game.options, { ...usual, [option]: value });
          t.ok(read.ok, `${name}: ${option} ${value}`);
          if (read.ok)
            for (const players of [2, mostPlayers]) t.equal(game.unplayable(read.values, players), undefined);
        }
      }
    }
    const { text } = await ask('bananagrams/');
    t.equal(text.match(/data-seat/g)?.length, 3, 'up to four play');
  });

  t.test('a puzzle is answered for today and for yesterday, within bounds', async (t) => {
    const puzzle = async (path: string) => {
      const { status, text } = await ask(`api/v1/puzzle${path}`);
      return { status, json: JSON.parse(text) };
    };
    const today = (await puzzle('')).json.day;
    t.equal(today, '2026-11-29');
    const [best] = (await puzzle('/best')).json.best;
    const tried = await puzzle(`/try?day=${today}&move=${encodeURIComponent(best.text)}`);
    t.strictSame(tried, {
      status: 200,
      json: { ok: true, move: best, best: { points: best.points, leave: best.leave } },
    });
    now += 13 * 3_600_000;
    t.equal((await puzzle('')).json.day, '2026-11-30');
    t.strictSame((await puzzle(`/best?day=${today}`)).json.best[0], best);
    for (const query of [
      '',
      '?move=',
      `?move=${'A'.repeat(61)}`,
      '?move=8H&day=2026-11-28',
      '?move=8H&day=x',
    ])
      t.equal((await puzzle(`/try${query}`)).status, query === '?move=' ? 200 : 400, query);
    t.equal((await puzzle('/best?day=2026-12-01')).status, 400);
    t.match(await puzzle('/try?move=%3Cb%3E'), { status: 200, json: { ok: false, problem: /<b>/ } });
  });
});
