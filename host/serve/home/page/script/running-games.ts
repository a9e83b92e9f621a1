import { html, render } from 'lit-html';
import { root } from './start-game.ts';

/** A game as the list of the API has it. */
interface RunningGame {
  readonly key: string;
  readonly game: string;
  readonly seats: readonly { readonly name: string }[];
  readonly scores?: readonly number[];
}

const EVERY_MS = 10_000;
const MOST_SHOWN = 8;

/** The list of games that run now, which anybody may watch. */
export class RunningGames extends HTMLElement {
  connectedCallback(): void {
    this.replaceChildren();
    void this.#follow();
  }

  async #follow(): Promise<void> {
    const { game } = this.dataset;
    const query = game ? `&game=${encodeURIComponent(game)}` : '';
    for (;;) {
      if (!document.hidden) this.#show(await runningGames(`${root}api/v1/games?state=running${query}`));
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      if (!this.isConnected) return;
    }
  }

  #show(games: readonly RunningGame[] | undefined): void {
    const row = ({ key, game, seats, scores = [] }: RunningGame) => {
      const players = seats.map(
        ({ name }, index) => `${name}${scores[index] === undefined ? '' : ` ${scores[index]}`}`,
      );
      return html`<li><a href="${root}${game}/games/${key}">${players.join(' – ')}</a></li>`;
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

async function runningGames(path: string): Promise<readonly RunningGame[] | undefined> {
  try {
    const answer = await fetch(path);
    return answer.ok ? ((await answer.json()) as readonly RunningGame[]) : undefined;
  } catch {
    return undefined;
  }
}
