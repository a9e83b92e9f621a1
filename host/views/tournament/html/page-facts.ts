import { visible } from '../../../core/text/visible.ts';
import { type Markup, markup } from '../../html/markup.ts';
import type { ReportedGame, ReportedTournament } from '../reported-tournament.ts';
import { anchors } from './anchors.ts';

/** What the parts of the page are made from: the tournament, and who is where in its standings. */
export interface PageFacts {
  readonly tournament: ReportedTournament;
  /** By place, as they may be shown. */
  readonly names: readonly string[];
  /** By place: the games of each, in their order. */
  readonly gamesOf: readonly (readonly ReportedGame[])[];
  /** The place of who is called so; none: nobody in the standings. */
  placeOf(name: string): number | undefined;
}

export function pageFacts(tournament: ReportedTournament): PageFacts {
  const { standings } = tournament.report;
  const places = new Map(standings.map(({ name }, place) => [name, place]));
  const gamesOf = standings.map((): ReportedGame[] => []);
  for (const game of tournament.games)
    for (const { name } of game.result.players) {
      const place = places.get(name);
      if (place !== undefined) gamesOf[place]!.push(game);
    }
  return {
    tournament,
    names: standings.map(({ name }) => visible(name)),
    gamesOf,
    placeOf: (name) => places.get(name),
  };
}

/** A player's name, which leads to its part of the page. */
export function playerLink({ names }: PageFacts, place: number): Markup {
  return markup`<a href="#${anchors.player(place)}">${names[place]!}</a>`;
}

/** A game's number, which leads to where it can be stepped through. */
export function gameLink(facts: PageFacts, number: number): Markup {
  const address = addressOf(facts, number);
  return address === undefined ? markup`game ${number}` : markup`<a href="${address}">game ${number}</a>`;
}

/** None: it cannot be stepped through. */
export function addressOf({ tournament }: PageFacts, number: number): string | undefined {
  const { shown, gameAddress } = tournament;
  return shown.has(number) ? `#${anchors.game(number)}` : gameAddress?.(number);
}
