import { html, render, type TemplateResult } from 'lit-html';
import { opponent, startGame } from '../../../play/page/script/new-game.ts';
import type { OwnBot } from '../../contract.ts';
import { type ListedGame, listedGames } from './running-games.ts';
import { root } from './start-game.ts';

interface SeatOutput {
  readonly seat: number;
  readonly turns: readonly { readonly turn: number; readonly lines: readonly string[] }[];
}

const EVERY_MS = 1_000;

/** Bots of the operator: games against them, and what they write to standard error for whoever has the token. */
export class BotsElement extends HTMLElement {
  #bots: readonly OwnBot[] = [];
  #games: readonly ListedGame[] = [];
  #chosen: string | undefined;
  #seats: readonly SeatOutput[] = [];
  #needsToken = false;
  #problem = '';

  connectedCallback(): void {
    this.#bots = JSON.parse(this.querySelector('script')!.textContent) as OwnBot[];
    this.replaceChildren();
    this.#render();
    void this.#follow();
  }

  async #follow(): Promise<void> {
    while (this.isConnected) {
      if (!document.hidden) await this.#load();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  async #load(): Promise<void> {
    const lists = await Promise.all(['running', 'over'].map((state) => listedGames(`state=${state}`)));
    this.#games = lists.flatMap((games) => games ?? []).filter((game) => this.#hasOwnBot(game));
    this.#chosen ??= this.#games[0]?.key;
    if (this.#chosen !== undefined && !this.#needsToken) {
      const answer = await fetch(`${root}api/v1/games/${this.#chosen}/output`).catch(() => undefined);
      this.#needsToken = answer?.status === 401;
      if (answer?.ok) this.#seats = ((await answer.json()) as { seats: readonly SeatOutput[] }).seats;
    }
    this.#render();
  }

  #hasOwnBot({ game, seats }: ListedGame): boolean {
    return seats.some(
      (seat) => seat.is === 'bot' && this.#bots.some((bot) => bot.game === game && bot.name === seat.name),
    );
  }

  #render(): void {
    render(
      html`<section class="rules"><h2>Play against a bot of this server</h2>
<ul>${this.#bots.map((bot) => this.#offer(bot))}</ul>
<p class="error" role="alert">${this.#problem}</p></section>
${this.#games.length === 0 ? '' : html`<section class="rules"><h2>Their games</h2><ul>${this.#games.map((game) => this.#row(game))}</ul></section>`}
${this.#chosen === undefined ? '' : html`<section class="rules output-of"><h2>Standard error</h2>${this.#needsToken ? this.#form() : this.#output()}</section>`}`,
      this,
    );
  }

  #offer(bot: OwnBot): TemplateResult {
    const { name, title } = bot;
    return html`<li><span><b>${name}</b> ${title}</span>
<button type="button" aria-label="Play ${title} against ${name}" @click=${() => void this.#play(bot)}>Play</button></li>`;
  }

  #row({ key, game, seats, state }: ListedGame): TemplateResult {
    const choose = () => {
      this.#chosen = key;
      this.#seats = [];
      void this.#load();
    };
    const names = seats.map(({ name }) => name).join(' – ');
    const page = `${root}${game}/games/${key}`;
    return html`<li><span><a href=${page}><b>${names}</b></a> ${state}${state === 'over' ? html` · <a href="${page}/analysis">Analysis</a>` : ''}</span>
<button type="button" class="second" aria-pressed=${String(this.#chosen === key)} aria-label="Standard error of ${names}" @click=${choose}>Standard error</button></li>`;
  }

  #form(): TemplateResult {
    return html`<p>It may tell hands, so only the operator sees it, with the token that the server has printed.</p>
<form @submit=${(event: Event) => void this.#signIn(event)}><label for="token">Token of the server</label>
<input id="token" type="password" autocomplete="current-password"><button type="submit">Show</button></form>`;
  }

  #output(): TemplateResult {
    const { game, seats = [] } = this.#games.find(({ key }) => key === this.#chosen) ?? {};
    const question = this.#bots.find((bot) => bot.game === game)?.question ?? 'turn';
    const parts = this.#seats.flatMap(({ seat, turns }) => {
      const who = this.#seats.length > 1 ? `seat ${seat} (${seats[seat - 1]?.name}), ` : '';
      return turns.map(
        ({ turn, lines }) =>
          html`<h3>${who}${turn === 0 ? `before the first ${question}` : `${question} ${turn}`}</h3><pre tabindex="0">${lines.join('\n')}</pre>`,
      );
    });
    return parts.length === 0
      ? html`<p class="soft">The bot has written nothing yet.</p>`
      : html`${parts.toReversed()}`;
  }

  async #signIn(event: Event): Promise<void> {
    event.preventDefault();
    const token = this.querySelector<HTMLInputElement>('#token')!.value;
    const answer = await fetch(`${root}api/v1/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }).catch(() => undefined);
    this.#problem = answer?.ok ? '' : 'This is not the token that the server has printed.';
    this.#needsToken = !answer?.ok;
    await this.#load();
  }

  async #play({ game, name }: OwnBot): Promise<void> {
    this.#problem = (await startGame(game, [opponent(name)])) ?? '';
    this.#render();
  }
}
