import { html, type TemplateResult } from 'lit-html';
import { opponentKey, store, stored } from '../../../../views/parts/script/storage.ts';
import type { GameView } from '../../../play/contract.ts';
import { request } from '../../../play/page/script/table-server.ts';
import { input, onSubmit } from './elements.ts';

const GAME = 'boggle';
const REMEMBERED = opponentKey(GAME);

/** Games at the tables of the site, which need no name. */
export class SiteOffer {
  readonly #draw: () => void;
  #bots: readonly string[] = [];
  #problem = '';

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  async load(): Promise<void> {
    await this.#try(async () => {
      const bots = (await request('GET', `bots?game=${GAME}`)) as readonly { readonly name: string }[];
      this.#bots = bots.map(({ name }) => name);
    });
  }

  template(): TemplateResult {
    const saved = stored(REMEMBERED);
    // A first game is against the second weakest.
    const chosen = this.#bots.find((name) => name === saved) ?? this.#bots[1];
    const remember = (event: Event) => store(REMEMBERED, (event.target as HTMLSelectElement).value);
    return html`<section aria-labelledby="offer-title">
<h2 id="offer-title">Play at once</h2>
<p class="soft">No name is needed. A friend takes the other seat by a link that you send.</p>
<p><label for="against">Against</label>
<select id="against" @change=${remember}>${this.#bots.map((name) => html`<option ?selected=${name === chosen}>${name}</option>`)}</select></p>
<p class="buttons"><button type="button" id="play-bot" class="go" ?disabled=${this.#bots.length === 0} @click=${onSubmit(async () => await this.#begin({ is: 'bot', name: input('against').value }))}>Play</button>
<button type="button" id="play-friend" @click=${onSubmit(async () => await this.#begin({ is: 'open' }))}>With a friend</button></p>
<p class="error" role="alert">${this.#problem}</p>
</section>`;
  }

  async #begin(other: object): Promise<void> {
    await this.#try(async () => {
      const body = { game: GAME, seats: [{ is: 'person' }, other] };
      const { key } = (await request('POST', 'games', body)) as GameView;
      location.assign(`games/${key}`);
    });
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
      this.#problem = '';
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    this.#draw();
  }
}
