import { html, render } from 'lit-html';
import { requestJson } from '../../../../views/parts/script/server.ts';
import { root } from './start-game.ts';

/** A game as the list of the API has it. */
export interface ListedGame {
  readonly key: string;
  readonly game: string;
  readonly state: string;
  readonly seats: readonly { readonly is: string; readonly name: string }[];
  readonly scores?: readonly number[];
  readonly due?: readonly number[];
  /** The seat of this browser. */
  readonly you?: number;
}

const EVERY_MS = 10_000;
const MOST_SHOWN = 8;

/** The list of games that run now, which anybody may watch. One's own are first. */
export class RunningGames extends HTMLElement {
  connectedCallback(): void {
    this.replaceChildren();
    void this.#follow();
  }

  async #follow(): Promise<void> {
    const { game } = this.dataset;
    const query = game ? `&game=${encodeURIComponent(game)}` : '';
    for (;;) {
      if (!document.hidden) {
        const states = ['open', 'running'].map((state) => listedGames(`state=${state}${query}`));
        const [open, running] = await Promise.all(states);
        // Open seats of others are for those who have the link.
        const own = open?.filter(({ you }) => you !== undefined) ?? [];
        this.#show(running && [...own, ...running]);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      if (!this.isConnected) return;
    }
  }

  #show(games: readonly ListedGame[] | undefined): void {
    const row = ({ key, game, state, seats, scores = [], due, you }: ListedGame) => {
      const ofMine = state === 'open' ? 'Waits for a friend: ' : 'Your game: ';
      const whose = you === undefined ? '' : due?.includes(you) ? 'Your turn: ' : ofMine;
      const players = seats.map(
        ({ name }, index) => `${name}${scores[index] === undefined ? '' : ` ${scores[index]}`}`,
      );
      return html`<li><a href="${root}${game}/games/${key}"><b>${whose}</b>${players.join(' – ')}</a></li>`;
    };
    const text = games ? 'No game is running now.' : 'The list of games cannot be read now.';
    render(
      games && games.length > 0
        ? html`<ul>${games.slice(0, MOST_SHOWN).map(row)}</ul>`
        : html`<p class="soft">${text}</p>`,
      this,
    );
  }
}

/** The newest games. Undefined if the list cannot be read. */
export async function listedGames(query: string): Promise<readonly ListedGame[] | undefined> {
  try {
    return (await requestJson('GET', `${root}api/v1/games?${query}`)) as readonly ListedGame[];
  } catch {
    return undefined;
  }
}
