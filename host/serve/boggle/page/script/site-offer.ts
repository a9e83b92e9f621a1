import { html, nothing, type TemplateResult } from 'lit-html';
import { opponent, rememberBot, startGame, usualBot } from '../../../play/page/script/new-game.ts';
import { request } from '../../../play/page/script/table-server.ts';
import { ways } from '../ways.ts';
import { input, onSubmit } from './elements.ts';

const GAME = 'boggle';

/** A bot of the operator has no strength. */
interface OfferedBot {
  readonly name: string;
  readonly strength?: number;
}

/** Games at the tables of the site, which need no name. */
export class SiteOffer {
  readonly #draw: () => void;
  #bots: readonly OfferedBot[] = [];
  #problem = '';

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  async load(): Promise<void> {
    try {
      this.#bots = (await request('GET', `bots?game=${GAME}`)) as readonly OfferedBot[];
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    this.#draw();
  }

  template(): TemplateResult {
    const chosen = usualBot(
      GAME,
      this.#bots.map(({ name }) => name),
    );
    const option = ({ name }: OfferedBot) => html`<option ?selected=${name === chosen}>${name}</option>`;
    const own = this.#bots.filter(({ strength }) => strength === undefined);
    const builtIn = this.#bots.filter(({ strength }) => strength !== undefined);
    const remember = (event: Event) => rememberBot(GAME, (event.target as HTMLSelectElement).value);
    return html`<section aria-labelledby="offer-title">
<h2 id="offer-title">Play at once</h2>
<p class="soft">No name is needed. A friend takes the other seat by a link that you send.</p>
<p><label for="against">Against</label>
<select id="against" @change=${remember}>${builtIn.map(option)}${own.length === 0 ? nothing : html`<optgroup label="Bots of this server">${own.map(option)}</optgroup>`}</select></p>
<p><label for="way">Rules</label>
<select id="way">${ways.map(({ words }, index) => html`<option value=${index}>${words}</option>`)}</select></p>
<p class="buttons"><button type="button" id="play" class="go" ?disabled=${this.#bots.length === 0} @click=${onSubmit(async () => await this.#begin(input('against').value))}>Play</button>
<button type="button" id="friend" @click=${onSubmit(async () => await this.#begin())}>With a friend</button></p>
<p class="error" role="alert">${this.#problem}</p>
</section>`;
  }

  async #begin(bot?: string): Promise<void> {
    const { options } = ways[Number(input('way').value)]!;
    this.#problem = (await startGame(GAME, [opponent(bot)], options)) ?? '';
    this.#draw();
  }
}
