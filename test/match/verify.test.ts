import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { ResultFold } from '../../host/events/result.ts';
import { edition } from '../../host/games/game.ts';
import { games } from '../../host/games/registry.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { textOf } from '../../host/lexicon/word-list.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { planOf } from '../contracts/plan-of.ts';
import { dealtScrabble, laidScrabble } from '../games/scrabble-table.ts';
import { dealtTable, laidTable, lexiconWith } from '../games/table.ts';
import { expectOk } from '../support/expect-ok.ts';
import { scriptPlayed } from './hand-played.ts';

t.test('editions', async (t) => {
  // Made when a line after `done` was still judged.
  const recordOf = (name: string) => readFileSync(join(import.meta.dirname, 'records', name), 'utf8');
  const old = recordOf('boggle-of-the-first-edition.jsonl');

  const list = ['CATS', 'DOG'];
  const sha256 = createHash('sha256').update(textOf(list)).digest('hex');
  const words: Lexicon = { ...lexiconWith(list), path: 'words.txt', sha256 };

  function verified(text: string, lexicon: Lexicon | 'none' = words) {
    const record = expectOk(parseRecord(text, 'old.jsonl', games));
    const reading = expectOk(planFromRecord(record, lexicon === 'none' ? undefined : lexicon));
    return verifyRecord(reading.plan, record.events, record.lines);
  }

  t.test('A record is judged as it was, by the edition that it names, or the first', async (t) => {
    t.match(verified(old), { ok: true, complete: true, verdict: { winner: 2, reason: 'last-player' } });
  });

  t.test('A result that leaves an offence out is another, and it is told what that was', async (t) => {
    const last = old.trimEnd().split('\n').at(-1)!;
    const forged = JSON.parse(last);
    t.match(forged.result.players[0].offence.detail, 'is no message');
    delete forged.result.players[0].offence;
    t.match(verified(old.replace(last, JSON.stringify(forged))), {
      ok: false,
      disagreement: {
        problem: 'the result is different',
        expected: /"detail":"line 4: .* is not a valid message/,
      },
    });
  });

  t.test('By the edition of today the line after done would have been dropped', async (t) => {
    t.match(verified(old.replace('"version":', '"edition":2,"version":')), {
      ok: false,
      disagreement: { recorded: /"type":"offence"/, expected: /"type":"late","seat":1,"line":"that is all"/ },
    });
  });

  t.test('By the edition of today its players would have been told more', async (t) => {
    const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
    const expected = (edition: number) =>
      verified(record.replace('"version":', `"edition":${edition},"version":`), 'none');
    t.match(expected(2), { ok: true, complete: true });
    t.match(expected(3), {
      ok: false,
      disagreement: {
        line: 4,
        expected: /premium 0 letter 1.*count 0 2.*boardname official.*tilesname english/,
      },
    });
  });

  t.test('The edition of today is the last that the docs tell of', async (t) => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/events.md'), 'utf8');
    const [, table = ''] = /\n\| edition \|[^\n]*\n((?:\|.*\n)+)/.exec(page) ?? [];
    const told = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    t.equal(told.at(-1), edition);
  });

  t.test('A record of a later edition than the host knows is not judged by another one', async (t) => {
    const later = old.replace('"version":', `"edition":${edition + 1},"version":`);
    const problem = `its edition is ${edition + 1}, but this host supports editions 1 to ${edition}`;
    t.throws(() => verified(later), { message: `${problem}. Verify it with a newer wordhost` });
  });

  t.test('A record is not judged with other words than it was played with', async (t) => {
    const other = lexiconWith(['CATS', 'DOG', 'GOD']);
    t.throws(() => verified(old, other), {
      message: `its word list "words.txt" has the SHA-256 ${sha256}, but "small" has ${other.sha256}`,
    });
  });

  t.test('turns that ran out are judged as before there were limits of processor time', async (t) => {
    const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
    t.match(record, /"type":"timeout".*"type":"late"/s);
    t.match(verified(record, 'none'), { ok: true, complete: true, verdict: { reason: 'scoreless' } });
  });

  t.test('the words of an offence may change; its rule, place and message may not', async (t) => {
    const sentence = /"detail":"line 4: [^}]*?forfeit"/g;
    t.match(verified(old.replaceAll(sentence, '"detail":"this is no word of the wire"')), { ok: true });
    for (const [was, is] of [
      ['"rule":"word"', '"rule":"form"'],
      ['"at":4', '"at":3'],
      ['"message":"that is all"', '"message":"that"'],
    ] as const)
      t.match(verified(old.replaceAll(was, is)), { ok: false, disagreement: { line: 16 } }, is);
  });
});

t.test('unfinished', async (t) => {
  interface Noting {
    readonly events: readonly { readonly type: string }[];
  }

  const unfinishedIn = ({ events }: Noting) =>
    events.flatMap((event) => {
      const { type, seat, what } = event as { type: string; seat?: number; what?: string };
      return type === 'unfinished' ? [`${seat} ${what}`] : [];
    });

  const two = { hands: ['ACT', 'DOG'], draws: 'EEES' };
  const WITHOUT_END = 'without a line end: each message ends with a newline';

  t.test('a player whose ready has no line end is told so, not that it did not flush', async (t) => {
    const table = laidScrabble(two);
    table.writes(1, 'ready');
    table.wait(seconds(10));
    const [first, second] = table.verdict!.players;
    t.equal(first!.offence!.detail, `was not ready within 10 s. It wrote \`ready\` ${WITHOUT_END}`);
    t.match(second!.offence!.detail, /did not flush .*longer --ready-timeout/, 'it has written nothing');
  });

  t.test('a player that ends in the middle of its ready is told so', async (t) => {
    const table = laidScrabble(two);
    table.writes(1, 'read');
    table.leaves(1);
    const detail = (table.events[0] as unknown as { detail: string }).detail;
    t.equal(detail, `exited with status 0 before it was ready. It wrote \`read\` ${WITHOUT_END}`);
  });

  t.test('an answer without its end is noted beside the turn that ran out, once', async (t) => {
    const table = dealtScrabble({ ...two, options: { timeout: seconds(1), margin: 0, 'max-turns': 2 } });
    table.writes(1, 'pass');
    table.wait(seconds(1));
    t.same(unfinishedIn(table), [`1 wrote \`pass\` ${WITHOUT_END}`]);
    const types = table.events.map(({ type }) => type);
    t.equal(types[types.indexOf('timeout') + 1], 'unfinished');
    table.wait(seconds(9));
    t.equal(table.verdict!.reason, 'max-turns');
    t.equal(unfinishedIn(table).length, 1, 'nothing new has come');
  });

  t.test('an unfinished grid is noted when the game stalls, runs out or is interrupted', async (t) => {
    const request = { hands: ['AAB', 'AAA'], draws: 'A' };
    const short = '1 announced a grid of 3 by 1, and 2 of its 3 cells came';
    const stalling = dealtTable({ ...request, options: { stall: seconds(60) } });
    stalling.says(1, 'p001003001AA');
    stalling.wait(seconds(60));
    t.same(unfinishedIn(stalling), [short]);
    t.equal(stalling.verdict!.reason, 'stalled');
    const limited = dealtTable({ ...request, gameTimeout: seconds(60) });
    limited.says(1, 'p001003001AA');
    limited.wait(seconds(60));
    t.same(unfinishedIn(limited), [short]);
    const stopped = dealtTable(request);
    stopped.says(1, 'p001003001AA');
    stopped.interrupt();
    t.same(unfinishedIn(stopped), [short]);
  });

  t.test('a message under way at the end is not noted, one that lay for a second is', async (t) => {
    for (const [pause, noted] of [
      [0, 0],
      [seconds(1), 1],
    ] as const) {
      const table = dealtTable({ hands: ['AAB', 'AAA'], options: { stall: 0 } });
      table.says(2, 'p001003');
      table.wait(pause);
      table.says(1, 'p001003001AAB');
      t.equal(table.verdict!.reason, 'bunch-empty');
      t.equal(unfinishedIn(table).length, noted, `${pause}`);
    }
  });

  t.test('a player that leaves in the middle of a message has it noted', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'ABB'], draws: 'A' });
    table.says(1, 'd');
    table.leaves(1);
    t.same(unfinishedIn(table), ['1 wrote `d` without the letter that it gives back']);
  });

  t.test('a player that speaks the wire of another game is told which', async (t) => {
    const scrabbles = laidScrabble(two);
    scrabbles.writes(1, 'n');
    scrabbles.wait(seconds(10));
    t.match(
      scrabbles.verdict!.players[0]!.offence!.detail,
      /`n` without a line end: that is Bananagrams; this is Scrabble/,
    );
    const bananas = laidTable({ seats: 'nn' });
    bananas.says(1, 'ready\n');
    t.match(bananas.events, [{ type: 'ready' }, { detail: /The line `ready` is for Scrabble and Boggle/ }]);
  });

  t.test('a result names what was unfinished until a message was whole', async (t) => {
    for (const [rest, unfinished] of [
      ['', `wrote \`pa\` ${WITHOUT_END}`],
      ['ss\n', undefined],
    ] as const) {
      const options = { timeout: seconds(1), margin: 0, 'max-turns': 3 };
      const plan = planOf({ game: scrabble, lexicon: undefined, players: 1, options });
      const { events, played } = await scriptPlayed(plan, () => [
        ({ say }) => {
          let turns = 0;
          return {
            hear(text) {
              if (text.includes('end\n')) say('ready\n');
              if (text.includes('turn ')) say(['pa', rest, ''][turns++] ?? '');
            },
          };
        },
      ]);
      const fold = new ResultFold(scrabble, 1);
      for (const event of events) fold.take(event);
      const result = fold.finish(played.verdict, played.endedAt);
      t.equal(result.players[0]!.unfinished, unfinished);
      const verification = verifyRecord(plan, events, events.map(eventLine));
      t.match(verification, { ok: true });
    }
  });
});
