import t from 'tap';
import { type GameRecord, parseRecord } from '../../../host/events/read-record.ts';
import type { Games } from '../../../host/games/game.ts';
import type { Panel } from '../../../host/games/presentation.ts';
import { games } from '../../../host/games/registry.ts';
import { draw, markup } from '../../../host/views/html/markup.ts';
import {
  gameData,
  gamesOnDemand,
  replayBeginning,
  replayPage,
} from '../../../host/views/html/replay-page.ts';
import { fittingPanels } from '../../../host/views/parts/camera.ts';
import { unpackScript } from '../../../host/views/parts/files.ts';
import {
  changesBetween,
  type GameData,
  packedGame,
  positionsOf,
  unpackedGame,
} from '../../../host/views/parts/game-data.ts';
import { firstMoment, gameTable } from '../../../host/views/parts/game-parts.ts';
import { stepsOf } from '../../../host/views/steps.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { recordText } from '../../record-text.ts';
import { dataIn } from './page-data.ts';
import { unbalanced } from './unbalanced.ts';

function read(text: string, known: Games = games): GameRecord {
  const reading = parseRecord(text, 'record', known);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

const textOf = (name: string) => oldRecords.find((each) => each.name === name)!.text;
const right = { is: 'right', said: ['All is right.'] } as const;
/** With stylesheet and script. */
const MOST_BYTES = 52 * 1024;
const pageOf = (record: GameRecord) => replayPage({ record, judged: right });

t.test('What a player had of its own is among its facts', async (t) => {
  const text = oldRecords[0]!.text.replace(/("seat":2,"entry":\d+)/, '$1,"options":{"timeout":"10s"}');
  const page = pageOf(read(text));
  t.equal(page.split('<dt>timeout</dt><dd>10s<p>its own</p></dd>').length, 2);
});

t.test(
  'Each page of an old record is whole, requests nothing, and shows the last position without a script',
  async (t) => {
    for (const { name, text } of oldRecords.filter(({ name }) => name.startsWith('38cfc23/'))) {
      const record = read(text);
      const page = pageOf(record);
      t.ok(page.startsWith(replayBeginning), name);
      t.equal(unbalanced(page), undefined, name);
      t.equal(
        /<link|<img|<iframe|\bsrc=|url\((?!#)|@import|\bon[a-z]+="|style="/.exec(
          page.replace(`<script>${unpackScript()}</script>`, ''),
        )?.[0],
        undefined,
        name,
      );
      const { steps, start } = dataIn(page);
      t.same(
        steps.map(({ number }) => number),
        steps.map((_, index) => index + 1),
      );
      t.equal(start, steps.length - 1);
      const [all = ''] = /<ol class="moves">.*?<\/ol>/s.exec(page)!;
      t.ok(all.split('<li').length > steps.length, `${name}: all steps`);
    }
  },
);

t.test('The data of a page are the positions of all steps', async (t) => {
  for (const name of ['scrabble-strict', 'boggle-turns', 'bananagrams-examples']) {
    const record = read(textOf(`38cfc23/${name}`));
    const { steps } = gameData(record);
    const panels = [...stepsOf(record)].map((step) => step.panels);
    const tilesIn = (all: readonly Panel[]) =>
      all.map(({ rows }) => rows.flat().join('').replaceAll(' ', ''));
    t.strictSame(positionsOf(steps).map(tilesIn), panels.map(tilesIn), name);
  }
});

t.test('Of a long game, readers without scripts have the first 80 steps', async (t) => {
  const steps = Array.from({ length: 100 }, (_, index) => {
    return { number: index + 1, words: `step ${index + 1}`, time: '', changes: [] };
  });
  const moment = firstMoment({ players: [{ name: 'Ada' }], start: 99, steps, end: '', prefix: '' });
  const rowsOf = (isAlive: boolean) =>
    gameTable(draw, { ...moment, isAlive }).text.match(/(?<="what">)[^<]*/g);
  const words = steps.map((step) => step.words);
  t.strictSame(rowsOf(true), words);
  t.strictSame(rowsOf(false), [
    ...words.slice(0, 80),
    'and 20 more steps, which need the script of this page',
  ]);
});

t.test('A page of a usual game has few bytes', async (t) => {
  const { length } = pageOf(read(textOf('38cfc23/scrabble-tournament')));
  t.ok(length <= MOST_BYTES, `${length} bytes`);
});

t.test('A grid that grows stays where it is: it has the frame of the last one', async (t) => {
  const grids = [['AB'], ['XAB', '  C'], ['X  ', 'XAB', '  C']];
  const steps = grids.map((rows): readonly Panel[] => [{ seat: 1, caption: '', rows }]);
  t.strictSame(
    fittingPanels(steps).map(([panel]) => panel!.rows),
    [
      ['   ', ' AB', '   '],
      ['   ', 'XAB', '  C'],
      ['X  ', 'XAB', '  C'],
    ],
  );
});

t.test('Moves have their places, their points and all points, and leftover tiles are a move', async (t) => {
  const { steps } = gameData(read(textOf('38cfc23/scrabble-tournament')));
  const lines = steps.flatMap((step) => step.lines ?? []);
  const [first] = lines;
  t.match(first, { at: /^(?:8[A-H]|H[1-8])$/, word: /^[A-Z]+$/, points: first!.total });
  for (const [index, { seat, points = 0, total }] of lines.entries()) {
    const before = lines.slice(0, index).findLast((line) => line.seat === seat && line.total !== undefined);
    if (total !== undefined) t.equal(total, (before?.total ?? 0) + points);
  }
});

t.test('The facts of the record are beside its moves', async (t) => {
  const page = pageOf(read(textOf('38cfc23/bananagrams-offenders')));
  for (const text of [
    'has won: the bunch is empty',
    '<dt>seed</dt><dd>16',
    '<dt>sandbox</dt><dd>bubblewrap',
    '<dt>bunch</dt><dd>A 8\nE 8\nS 6\nT 8',
    '<dt>command</dt><dd>printf nhello',
    'SHA-256 1a23b392713239d801be200463b8f9d82132261541b8179a95eb1e620dbd36bd',
    'This page is from wordhost',
    '  ^ byte 1',
    'All is right.',
  ])
    t.ok(page.includes(text), text);
  t.match(JSON.stringify(dataIn(page)), /thought for [\d.]+ ms/);
  t.match(pageOf(read(textOf('38cfc23/scrabble-host-killed'))), /The record.*no.*host.*killed\./);
});

t.test('A record that differs from the rules says so, with the lines', async (t) => {
  const judged = { is: 'different', said: ['Line 7: <no>.', '  recorded: <b>'] } as const;
  const page = replayPage({ record: read(textOf('38cfc23/boggle-turns')), judged });
  t.match(
    page,
    '<div class="verdict not-fair"><strong><span>DIFFERENT</span></strong><p>Line 7: &#60;no&#62;.</p>',
  );
  t.match(page, '<pre class="line">  recorded: &#60;b&#62;</pre>');
});

const HOSTILE = '</script><script>alert(1)</script>"\'><b a="&amp;\u001b[31m\u202e\u0000';

t.test('Nothing that a player is called, says or is told becomes a part of the page', async (t) => {
  const players = [1, 2].map((seat) => ({ seat, entry: seat, name: HOSTILE, command: HOSTILE }));
  const offence = {
    kind: 'protocol',
    rule: HOSTILE,
    detail: HOSTILE,
    at: 3,
    unit: 'byte',
    message: HOSTILE,
  };
  const header = { options: { [HOSTILE]: HOSTILE }, seed: HOSTILE, version: HOSTILE, startedAt: HOSTILE };
  const host = { node: HOSTILE, platform: HOSTILE, cpus: 1 };
  const text = recordText(
    { players: 2, ...header, host, dictionary: { name: HOSTILE, sha256: '0'.repeat(64), words: 1 } },
    { t: 1, type: 'unfinished', seat: 1, what: HOSTILE },
    { t: 2, type: 'offence', seat: 1, ...offence },
  ).replace(/"players":\[.*?\],"host"/, () => `"players":${JSON.stringify(players)},"host"`);
  const page = pageOf(read(text));
  t.equal(page.match(/<script/g)?.length, 3, 'the data, the packed script of the page, and what unpacks it');
  t.equal(page.match(/<\/script>/g)?.length, 3);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
  t.equal(/<b a=|[\u0000-\u0008\u001b\u202e]/.exec(page)?.[0], undefined);
  t.equal(unbalanced(page), undefined);
  t.match(page, '&#60;script&#62;alert');
});

t.test('The last step has the moves that nobody made, with their tiles', async (t) => {
  const record = read(textOf('38cfc23/boggle-turns'));
  const { caption } = [...stepsOf(record)].findLast(({ seat }) => seat !== undefined)!.panels[0]!;
  const [, word] = /: (\w+) /.exec(caption)!;
  const missed = [`${word} 1`];
  const analysis = { summaries: [], details: markup``, loss: undefined, of: () => undefined, missed };
  const best = gameData(record, { analysis }).steps.map(({ best = [] }) => best.map(({ text }) => text));
  t.strictSame(best.flat(), missed);
  t.strictSame(best.at(-1), missed);
  const page = replayPage({ record, judged: right, analysis });
  t.match(page, '<p class="soft">Nobody found</p>');
});

t.test('A note about the move of a step is on the board, such as by what a peel was late', async (t) => {
  const record = read(textOf('38cfc23/bananagrams-examples'));
  const data = gameData(record);
  const lines = [{ seat: 2, at: '007', word: 'late peel', note: '0.9 ms late' }];
  const late = { ...data, steps: data.steps.map((step) => ({ ...step, lines })) };
  const flashes = [...gameTable(draw, firstMoment(late)).text.matchAll(/<p class="flash">(.*?)<.p>/g)];
  t.strictSame(
    flashes.map(([, text]) => text),
    ['late peel: 0.9 ms late'],
    'on the grid of its player',
  );
});

t.test('Several games fit on one page: their steps have addresses of their own', async (t) => {
  const record = read(textOf('38cfc23/boggle-turns'));
  const prefixes = Array.from({ length: 9 }, (_, index) => `game-${index}-`);
  const { elements, packs } = gamesOnDemand(prefixes.map((prefix) => ({ record, prefix })));
  t.match(dataIn(packs[1]!.text), { prefix: 'game-8-' });
  t.equal(elements.at(-1)?.text, '<word-game data-pack="pack-1" data-at="0"></word-game>', 'not drawn yet');
});

t.test('A long game is cut where a page would be too large, and the page says so', async (t) => {
  const late = Array.from({ length: 6000 }, (_, t) => ({ t, type: 'unfinished', seat: 1, what: `w${t}` }));
  const page = pageOf(read(recordText({ players: 2 }, ...late)));
  const { steps } = dataIn(page);
  t.equal(steps.length, 5000);
  t.equal(steps.at(-1)?.number, 6001, 'the last one is there');
  t.match(page, /1001 steps.*not.*page.*shows 5000\./);
});

t.test('A game is carried whole, with the tiles of possible moves', async (t) => {
  const laid = [
    [112, 'Q'],
    [113, 'u'],
    [128, 'IZ'],
    [3, '\u{1d400}'],
  ] as const;
  const best = [
    { text: '8H QUIZ', laid },
    { text: '8H QU', laid: laid.slice(0, 2) },
    { text: 'pass', laid: [] },
  ];
  const steps = [
    { number: 1, words: 'begins', time: '0 s', changes: [] },
    { number: 3, seat: 2, words: '', time: '1 s', loss: 0, best, changes: [] },
  ];
  const game: GameData = { players: [{ name: 'Ada' }], start: 1, steps, end: 'Ada wins.', prefix: '' };
  t.strictSame(unpackedGame(JSON.parse(JSON.stringify(packedGame(game)))), game);
});

t.test('A list that grows is carried once', async (t) => {
  const words = Array.from({ length: 100 }, (_, index) => `W${index}`);
  const panels = words.map((_, index): readonly Panel[] => [
    { seat: 1, caption: '', rows: [], list: words.slice(0, index) },
  ]);
  const changes = panels.map((panel, index) => changesBetween(panels[index - 1] ?? [], panel));
  t.ok(JSON.stringify(changes).length < 5000);
  const steps = changes.map((each, number) => ({ number, words: '', time: '', changes: each }));
  t.strictSame(
    positionsOf(steps).map(([panel]) => panel!.list),
    panels.map(([panel]) => panel!.list),
  );
});
