import { cut } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import type { Seat } from '../../core/units.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import type { InWords, Panel } from '../../games/shown.ts';
import { type Markup, markup } from '../../views/html/markup.ts';
import { frameOf } from '../../views/html/replay/frames.ts';
import { scrolled } from '../../views/html/tables.ts';
import { duration, endingSentence, outcomeWords } from '../../views/terminal/words.ts';

/** A game that has begun. */
export interface RunningGame {
  readonly number: number;
  /** By seat. */
  readonly names: readonly string[];
  readonly seed: string;
}

/** How it was last seen. */
export interface Sight {
  readonly panels: readonly Panel[];
  readonly last: { readonly seat: Seat | undefined; readonly words: string } | undefined;
}

const LONGEST_NAME = 40;
const LONGEST_WORDS = 300;
/** Of each list below a board. */
const LISTED = 12;

export function runningGame({ number, names, seed }: RunningGame, sight: Sight | undefined): Markup {
  const players = names.map((name) => cut(visible(name), LONGEST_NAME)).join(' against ');
  const pictures = (sight?.panels ?? []).map((panel) => markup`<div>${frameOf(panel, names, LISTED)}</div>`);
  return markup`<article class="game">
<h3>Game ${number}: ${players}</h3>
<p class="soft">seed ${seed}</p>
<p class="last">${whatHappened(sight, names)}</p>
<div class="pictures">${pictures}</div>
</article>`;
}

function whatHappened(sight: Sight | undefined, names: readonly string[]): string {
  if (sight === undefined) return 'has begun';
  if (sight.last === undefined) return '';
  const { seat, words } = sight.last;
  const who = seat === undefined ? '' : `${seat} ${cut(names[seat - 1] ?? '', LONGEST_NAME)} `;
  return cut(visible(`${who}${words}`), LONGEST_WORDS);
}

/** A game that is over. */
export interface FinishedGame {
  readonly number: number;
  readonly result: Result;
  /** It can be stepped through. */
  readonly isKept: boolean;
}

/** The newest first. */
export function finishedGames(games: readonly FinishedGame[], all: number, game: InWords): Markup {
  if (games.length === 0) return markup`<p class="soft">None yet.</p>`;
  const table = markup`<table class="finished">
<thead><tr><th scope="col">game</th><th scope="col">players</th><th scope="col">how it ended</th><th scope="col">time</th></tr></thead>
<tbody>${games.map((each) => finishedGame(each, game))}</tbody>
</table>`;
  return markup`${all > games.length ? [markup`<p class="soft">The newest ${games.length} of ${all}.</p>`] : []}
${scrolled('Finished games', table)}`;
}

function finishedGame({ number, result, isKept }: FinishedGame, game: InWords): Markup {
  const name = markup`game ${number}`;
  const players = result.players.map((player) => {
    const points = typeof player.score === 'number' ? ` ${player.score}` : '';
    const kind = droppedOut(player) ? 'bad' : player.outcome;
    return markup`<span class="${kind}">${cut(visible(player.name), LONGEST_NAME)}: ${outcomeWords(player)}${points}</span>`;
  });
  return markup`<tr><th scope="row">${isKept ? [markup`<a href="games/${number}">${name}</a>`] : [name]}</th><td>${players}</td><td>${endingSentence(result, game)}</td><td>${duration(result.ms)}</td></tr>`;
}
