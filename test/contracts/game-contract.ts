import assert from 'node:assert/strict';
import type { Test } from 'tap';
import { Misfit, object, readShape } from '../../host/core/shape.ts';
import { eventLine, publicEvent } from '../../host/events/noted.ts';
import { EventReader, parseRecord } from '../../host/events/read-record.ts';
import type { Tally } from '../../host/games/game.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { scanAll } from '../games/scan-all.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { chanceGames, type PlayedByChance, playByChance } from './chance-game.ts';
import { chanceMatch } from './chance-match.ts';
import type { GameSubject } from './subjects/subject.ts';

/** What the host relies on, in whatever game. Each law is tried on games that were played by chance to their end. */
export function gameContract(t: Test, subject: GameSubject): void {
  const law = (name: string, holds: (played: PlayedByChance) => void) =>
    t.test(name, async (t) => {
      const property = fc.property(chanceGames, (chosen) => holds(playByChance(subject, chosen)));
      t.doesNotThrow(() => fc.assert(property, runs(100)));
    });

  law('the rules are pure: the same call gives the same step, whatever has been called since', isPure);
  law('every event fits the table that records are read by', eventsFit);
  law('the alarm never lies before what was heard last, and whenever it goes off it moves on', alarmMovesOn);
  law('a game has one end; after it there is only what had no effect', hasOneEnd);
  law('the verdict names every seat, and a winner where somebody has won', verdictIsWhole);
  law('a player is removed once, and neither told nor recorded after it', removedOnce);
  law('what a player wrote means the same, however it is cut', cutsDoNotMatter);
  law('results, pictures and stories are made of all that happens', foldsHold);
  law('a watcher learns no hand before the end', handsAreHidden);
  if (subject.tilesIn)
    law('no tile is made, and none is lost but with a player that is removed', conserved(subject));

  t.test('by chance all events of the game come', async (t) => {
    const seen = new Set<string>();
    const property = fc.property(chanceGames, (chosen) => {
      for (const { type } of playByChance(subject, chosen).table.events) seen.add(type);
    });
    fc.assert(property, runs(300));
    t.same(
      Object.keys(subject.game.events).filter((type) => !seen.has(type)),
      [],
    );
  });

  t.test('a replay of any match equals its record', async (t) => {
    let events = 0;
    const property = fc.asyncProperty(fc.nat(100_000), fc.nat(999), async (chance, table) => {
      events += await replays(subject, chance, table);
    });
    await fc.assert(property, runs(40));
    t.ok(events > 200, `${events} events`);
  });
}

function isPure({ game, table }: PlayedByChance): void {
  assert(table.calls.length > 0, 'the rules were asked nothing');
  for (const { name, step, again } of table.calls.toReversed()) {
    const other = again();
    assert.deepEqual(other.effects, step.effects, name);
    assert.equal(game.alarm(other.state), game.alarm(step.state), name);
  }
}

function eventsFit({ game, seats, table }: PlayedByChance): void {
  const reader = new EventReader(game, seats);
  for (const event of table.events) {
    const line = JSON.parse(JSON.stringify({ n: 1, t: 0, ...event, in: [1, 1] }));
    const read = reader.read(line);
    assert(!(read instanceof Misfit), `${JSON.stringify(event)}: ${JSON.stringify(read)}`);
  }
}

function alarmMovesOn({ game, table }: PlayedByChance): void {
  for (const { name, at, before, step } of table.calls) {
    const alarm = game.alarm(step.state);
    if (alarm === undefined || at === undefined) continue;
    assert(alarm >= at, `${name} at ${at}: the alarm is at ${alarm}`);
    if (name === 'wake') assert(alarm > game.alarm(before)!, 'it would go off again at once');
  }
}

function hasOneEnd({ effects }: PlayedByChance): void {
  const ends = effects.filter((effect) => effect.do === 'end');
  assert.equal(ends.length, 1);
  const after = effects.slice(effects.indexOf(ends[0]!) + 1);
  assert(
    after.every((effect) => effect.do === 'record' && effect.noEffect),
    'something is decided after the end',
  );
}

function verdictIsWhole({ seats, verdict }: PlayedByChance): void {
  const { outcome, winner, players } = verdict;
  assert.deepEqual(
    players.map(({ seat }) => seat),
    Array.from({ length: seats }, (_, index) => index + 1),
  );
  const winners = players.filter((player) => player.outcome === 'won').map(({ seat }) => seat);
  assert.deepEqual(winners, outcome === 'won' ? [winner] : []);
  if (outcome !== 'won') assert.equal(winner, null);
  const draws = players.filter((player) => player.outcome === 'draw').length;
  assert(outcome === 'draw' ? draws > 1 : draws === 0, `${draws} share the game`);
}

function removedOnce({ effects }: PlayedByChance): void {
  const removed = new Set<number>();
  for (const effect of effects) {
    if (effect.do === 'dismiss') {
      assert(!removed.has(effect.seat), `${effect.seat} is removed again`);
      removed.add(effect.seat);
    }
    const told = effect.do === 'tell' ? [effect] : effect.do === 'gate' ? effect.tells : [];
    for (const { seat } of told) assert(!removed.has(seat), `${seat} is told something`);
    if (effect.do !== 'record') continue;
    const { bytes, seat } = effect.event as SeenEvent;
    assert(bytes === undefined || !removed.has(seat), `${seat} is heard`);
  }
}

function cutsDoNotMatter({ game, written, options }: PlayedByChance): void {
  for (const bytes of written) {
    const whole = scanAll(game.scanner(options), [bytes]);
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    assert.deepEqual(scanAll(game.scanner(options), single), whole);
  }
}

function foldsHold({ game, seats, table }: PlayedByChance): void {
  const tally: Tally = game.tally(seats);
  const picture = game.picture(seats);
  const judged = Array.from({ length: seats }, () => ({ moves: 0, errors: 0 }));
  for (const event of table.events) {
    tally.take(event as never);
    const move = game.judgedMove?.(event as never);
    if (move) judged[move.seat - 1]![move.refusal ? 'errors' : 'moves']++;
    if (move?.refusal)
      assert(
        Object.values(move.refusal).every((text) => text !== ''),
        'a refusal in no words',
      );
    const panel = picture.take(event as never);
    assert(panel === undefined || panel.rows.length > 0, 'a drawing of nothing');
    const words = Object.hasOwn(game.events, event.type) ? game.describe(event as never) : undefined;
    assert(words === undefined || words.length > 0, `${event.type} is told in no words`);
    assert(picture.panels().every(({ seat }) => seat === undefined || (seat >= 1 && seat <= seats)));
  }
  fits(game.results.game, tally.game(), seats);
  for (let seat = 1; seat <= seats; seat++) {
    const figures = tally.player(seat);
    fits(game.results.player, figures, seats);
    for (const [name, count] of Object.entries(judged[seat - 1]!))
      if (game.judgedMove && name in figures) assert.equal(figures[name], count, `${name} of seat ${seat}`);
    for (const name of Object.keys(game.figures)) assert(name in figures, `${name} is not in the result`);
  }
}

/** Shorter ones are parts of words. */
const SHORTEST_HAND = 3;

function handsAreHidden({ game, seats, table, options }: PlayedByChance): void {
  const [situations, picture] = [game.situations?.(seats), game.picture(seats)];
  for (const event of table.events) {
    situations?.take(event as never);
    const seen = publicEvent(game, options, event as never);
    if (seen) picture.take(seen);
    const words = seen && Object.hasOwn(game.events, seen.type) ? game.describe(seen) : undefined;
    // What is in the rows lies on the table.
    const panels = picture.panels();
    const lines = seen === undefined ? [] : (picture.moves?.() ?? []);
    const shown = JSON.stringify([words, lines, panels.map(({ rows: _, ...panel }) => panel)]);
    if (event.type !== 'end')
      for (const { rack, loose } of panels) assert(!rack && !loose, `${event.type}: ${rack}${loose}`);
    for (let seat = 1; seat <= seats; seat++) {
      const { hand = '' } = situations?.of(seat) ?? {};
      assert(hand.length < SHORTEST_HAND || !shown.includes(hand), `${event.type}: ${hand} in ${shown}`);
    }
    if (event.type === 'end') return;
  }
}

function fits(fields: PlayedByChance['game']['results']['game'], figures: object, seats: number): void {
  const read = readShape(object(fields), figures, seats);
  assert(!(read instanceof Misfit), `${JSON.stringify(figures)}: ${JSON.stringify(read)}`);
  assert.deepEqual(Object.keys(figures), Object.keys(read as object));
}

function conserved({ tilesIn }: GameSubject): (played: PlayedByChance) => void {
  return ({ table }) => {
    let before: number | undefined;
    for (const { name, step } of table.calls) {
      const now = tilesIn!(step.state as never);
      const isRemoval = name === 'open' || step.effects.some((effect) => effect.do === 'dismiss');
      if (before !== undefined)
        assert(isRemoval ? now <= before : now === before, `${name}: ${before} tiles, then ${now}`);
      before = now;
    }
  };
}

/** Answers how many events there were. */
async function replays(subject: GameSubject, chance: number, chosen: number): Promise<number> {
  const { game } = subject;
  const { plan, events, played } = await chanceMatch(subject, chance, chosen);
  const lines = events.map(eventLine);
  const record = expectOk(
    parseRecord(lines.map((line) => `${line}\n`).join(''), 'record', { [game.name]: game }),
  );
  const verification = verifyRecord(plan, record.events, lines);
  assert(verification.ok, JSON.stringify(verification));
  assert.equal(JSON.stringify(verification.verdict), JSON.stringify(played.verdict));
  return events.length;
}
