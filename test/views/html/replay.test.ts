import t from 'tap';
import { type GameRecord, parseRecord } from '../../../host/events/read-record.ts';
import type { Games } from '../../../host/games/game.ts';
import { games } from '../../../host/games/registry.ts';
import { Frames, replayScript } from '../../../host/views/html/frames.ts';
import { replayBeginning, replayPage, replaySteps } from '../../../host/views/html/replay-page.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { recordText } from '../../record-text.ts';
import { unbalanced } from './unbalanced.ts';

function read(text: string, known: Games = games): GameRecord {
  const reading = parseRecord(text, 'record', known);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

const textOf = (name: string) => oldRecords.find((each) => each.name === name)!.text;
const right = { is: 'right', said: ['All is right.'] } as const;
const pageOf = (record: GameRecord) => replayPage({ record, judged: right });

interface Move {
  readonly number: number;
  /** The frame of each track. */
  readonly frames: readonly string[];
}

function movesIn(page: string): readonly Move[] {
  const found = page.matchAll(/<li id="step=(\d+)" data-frames="([^"]*)">/g);
  return [...found].map(([, number, frames]) => ({ number: Number(number), frames: frames!.split(' ') }));
}

/** Of each track how many frames there are, and which is shown without a script. */
function tracksIn(page: string): readonly { readonly frames: number; readonly shown: number }[] {
  return page
    .split(/<section class="track(?: shared)?">/)
    .slice(1)
    .map((track) => {
      const frames = [...track.matchAll(/<div class="frame"( hidden)?>/g)];
      return { frames: frames.length, shown: frames.findIndex(([, hidden]) => hidden === undefined) };
    });
}

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
        /<script>[^<]|<link|<img|<iframe|\bsrc=|url\(|@import|\bon[a-z]+="|style="/.exec(
          page.replace(replayScript, ''),
        )?.[0],
        undefined,
        name,
      );
      const [moves, tracks] = [movesIn(page), tracksIn(page)];
      t.same(
        moves.map(({ number }) => number),
        moves.map((_, index) => index + 1),
      );
      for (const { frames } of moves) {
        if (frames.length !== tracks.length) t.fail(`${name}: ${frames.length} frames`);
        for (const [track, frame] of frames.entries())
          if (frame !== '-' && Number(frame) >= tracks[track]!.frames) t.fail(`${name}: no frame ${frame}`);
      }
      t.same(
        tracks.map(({ shown }) => (shown < 0 ? '-' : String(shown))),
        moves.at(-1)!.frames,
      );
    }
  },
);

t.test('What has not changed is drawn once', async (t) => {
  const page = pageOf(read(textOf('38cfc23/bananagrams-examples')));
  const peels = page.match(/peels \d{3}/g)!.length / 2;
  const frames = tracksIn(page).reduce((sum, track) => sum + track.frames, 0);
  t.equal(
    frames,
    peels + 4 + 2,
    'each player without a grid, after each of its peels, and at the end if it has one',
  );
});

t.test('The facts of the record are beside its moves', async (t) => {
  const page = pageOf(read(textOf('38cfc23/bananagrams-offenders')));
  for (const text of [
    'player 1 (wordhost player bananagrams) has won: the bunch is empty',
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
  t.match(page, /thought for [\d.]+ ms/);
  t.match(
    pageOf(read(textOf('38cfc23/scrabble-host-killed'))),
    'The record has no end, because the host was killed.',
  );
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
  t.equal(page.match(/<script/g)?.length, 1);
  t.equal(page.match(/<\/script>/g)?.length, 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
  t.equal(/<b |[\u0000-\u0008\u001b\u202e]/.exec(page)?.[0], undefined);
  t.equal(unbalanced(page), undefined);
  t.match(page, '&#60;script&#62;alert');
});

t.test('Several games fit on one page: their steps have addresses of their own', async (t) => {
  const record = read(textOf('38cfc23/boggle-turns'));
  const steps = replaySteps(record, 'game-7-').text;
  t.match(steps, /<li id="game-7-step=13" data-frames="[^"]*"><a href="#game-7-step=13"/);
  t.notMatch(steps, 'id="step=');
});

t.test('A long game is cut where a page would be too large, and the page says so', async (t) => {
  const late = Array.from({ length: 6000 }, (_, t) => ({ t, type: 'unfinished', seat: 1, what: `w${t}` }));
  const page = pageOf(read(recordText({ players: 2 }, ...late)));
  const moves = movesIn(page);
  t.equal(moves.length, 5000);
  t.equal(moves.at(-1)?.number, 6001, 'the last one is there');
  t.match(page, '1001 steps before the last one are not on this page, which shows 5000.');
});

t.test('Where drawings would be too large, the first ones are there and the last', async (t) => {
  const panels = (turn: number) => [{ seat: 1, caption: `${turn} points`, rows: ['AB'] }];
  const frames = new Frames(['Ada'], 1000);
  const shown = Array.from({ length: 9 }, (_, turn) => frames.textOf(frames.take(panels(turn), turn === 8)));
  t.equal(shown[0], '0');
  t.equal(shown[7], '!');
  t.match(shown[8], /^[1-6]$/);
});

t.test('A list that grows is shown in part, and the last one whole', async (t) => {
  const words = Array.from({ length: 100 }, (_, index) => `W${index}`);
  const frames = new Frames(['Ada']);
  const panel = { seat: 1, caption: '', rows: [], list: words };
  t.same(frames.take([panel], false), [0]);
  const last = frames.take([panel], true);
  t.same(last, [1], 'another drawing');
  const [text = ''] = frames.markup(last).map((track) => track.text);
  t.equal(text.match(/<li>/g)?.length, 61 + 100);
  t.match(text, '<li>and 40 more</li>');
});
