import t from 'tap';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { liveClock } from '../../host/match/clock.ts';
import { planFromRecord, planMatch } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { playGame } from '../../host/runs/play-game.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { replayPage } from '../../host/views/html/replay-page.ts';
import { stepsOf } from '../../host/views/steps.ts';
import { pictureSvg } from '../../host/views/svg.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { retelling } from '../../host/views/terminal/story.ts';
import { expectOk } from '../support/expect-ok.ts';
import { dataIn } from '../views/html/page-data.ts';
import { guessing } from './guessing.ts';

/** Says these numbers, one to each turn. */
function says(...numbers: readonly number[]): Script {
  const left = [...numbers];
  return (stage) => ({
    hear(text) {
      if (text.startsWith('range')) stage.say('ready\n');
      if (text.includes('turn\n')) stage.say(`${left.shift()}\n`);
    },
  });
}

async function playedRecord(...scripts: readonly Script[]): Promise<string> {
  const players = scripts.map((_, index) => ({
    seat: index + 1,
    entry: index + 1,
    name: `p${index + 1}`,
    command: '',
  }));
  const limits = { readyTimeout: 10e9, gameTimeout: 0 };
  const options = settleOptions(guessing.options, []);
  const plan = planMatch({ game: guessing, options, lexicon: undefined, seed: 'one', limits, players });
  const lines: string[] = [];
  await playGame(plan, {
    openSeats: scriptedSeats(scripts, liveClock),
    watch: (event) => lines.push(`${eventLine(event)}\n`),
    ...{ interrupt: undefined, events: undefined, record: undefined, trace: undefined },
  });
  return lines.join('');
}

const numbers = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
const text = await playedRecord(says(...numbers), says(...numbers.map((number) => number + 1)));

t.test('A record is read with the games that the reader was handed, and with no others', async (t) => {
  t.match(parseRecord(text, 'x', { guessing }), {
    ok: true,
    result: { game: 'guessing', reason: 'guessed' },
  });
  t.match(parseRecord(text, 'x', { ...games, guessing }), { ok: true });
  t.match(parseRecord(text, 'x', games), {
    ok: false,
    problem: /x: line 1: .*version.*wordhost.*not know.* "guessing"/,
  });
  t.notOk('guessing' in games);
});

t.test('Its decisions are verified, and one that is another is found', async (t) => {
  const verified = (lines: string) => {
    const record = expectOk(parseRecord(lines, 'x', { guessing }));
    const plan = expectOk(planFromRecord(record, undefined));
    return verifyRecord(plan.plan, record.events, record.lines);
  };
  t.match(verified(text), { ok: true, complete: true });
  const forged = text.replace('"answer":"right"', '"answer":"lower"');
  t.not(forged, text);
  t.match(verified(forged), { ok: false, disagreement: { problem: 'the rules decide differently' } });
  const ofWindows = verified(text.replaceAll('\n', '\r\n'));
  t.match(ofWindows, { ok: false, disagreement: { problem: /Windows line endings/ } });
});

t.test('A reason to end, or an event, that the game does not have is refused by the reader', async (t) => {
  const refused = (from: string, to: string) => {
    t.ok(text.includes(from), from);
    return parseRecord(text.replace(from, to), 'x', { guessing });
  };
  t.match(refused('"reason":"guessed"', '"reason":"bunch-empty"'), {
    ok: false,
    problem: /end.result.reason: expected/,
  });
  t.match(refused('"type":"range"', '"type":"deal"'), {
    ok: false,
    problem: /type: expected.*event/,
  });
  t.match(refused('"type":"ready","seat":1', '"type":"ready","seat":1,"dialect":7'), {
    ok: false,
    problem: /ready\.dialect: expected/,
  });
});

t.test('It is told and drawn by views that know no game', async (t) => {
  const record = expectOk(parseRecord(text, 'x', { guessing }));
  const told = [...retelling(record, { grids: true, width: 100, paint: paintFor(false) })].flat().join('\n');
  t.match(told, /s {2}a number from 1 to 100 is thought of\n/);
  t.match(told, /s {2}1 p1 guesses 1: higher\n/);
  t.match(told, /from 2 to 100\n\n +(\? ?){40}\n/);
  t.match(told, /has won: the number was guessed\n/);
  t.match(told, /seat {2}player {2}outcome {2}guesses {2}thinking/);
});

t.test('It is drawn on a page and as an image, too', async (t) => {
  const record = expectOk(parseRecord(text, 'x', { guessing }));
  const page = replayPage({ record, judged: { is: 'right', said: ['All is right.'] } });
  t.match(page, /<em>p1 <\/em><span class="what">guesses 1: higher<\/span>/);
  t.match(JSON.stringify(dataIn(page)), '"caption":"from 2 to 100"');
  t.match(page, /<th scope="col" class="number">guesses<\/th>/);
  const last = [...stepsOf(record)].at(-1)!;
  const svg = pictureSvg({ panels: last.panels, names: ['p1', 'p2'], title: [last.sentence] });
  t.match(svg, /has won: the number was guessed/);
  t.match(svg, /guesses 1: higher/);
});

t.test("Code that serves every game cannot ask for a game's own event by its name", async (t) => {
  const record = expectOk(parseRecord(text, 'x', { guessing }));
  const types = record.events.map((event) => {
    // @ts-expect-error: it knows no event of this type
    if (event.type === 'guess') return event.number;
    return event.type === 'game' ? event.players.length : undefined;
  });
  t.equal(types[0], 2, 'but it knows those that every game has');
  t.ok(types.includes(1), 'and the others are there');
});

t.test('A player of it can have a limit of its own', async (t) => {
  const options = settleOptions(guessing.options, []);
  const limits = { readyTimeout: 10e9, gameTimeout: 0 };
  const [first, second] = [1, 2].map((seat) => ({ seat, entry: seat, name: `p${seat}`, command: '' }));
  const players = [first!, { ...second!, options: { timeout: 7e9 } }];
  const settings = { game: guessing, options, lexicon: undefined, seed: 'one', limits };
  const { game, setup } = planMatch({ ...settings, players });
  const present = players.map(({ seat }) => ({ seat, dialect: undefined }));
  let { state } = game.open(game.prepare(setup), present, 0);
  state = game.clockStarts(state, 1, 0);
  t.equal(game.alarm(state), 5e9);
  t.equal(planMatch({ ...settings, players: [first!] }).setup.own, undefined);
  const { state: next } = game.open(game.prepare({ ...setup, own: setup.own!.toReversed() }), present, 0);
  t.equal(game.alarm(game.clockStarts(next, 1, 0)), 7e9, 'it goes with the player');
});
