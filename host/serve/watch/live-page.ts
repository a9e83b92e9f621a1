import { randomBytes } from 'node:crypto';
import { cut } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { type Markup, markup, trusted } from '../../views/html/markup.ts';
import type { PageRequest } from '../../views/html/page.ts';
import { replayBody } from '../../views/html/replay/replay-page.ts';
import { replayScript } from '../../views/html/replay/replay-script.ts';
import type { EventFeed } from '../http/event-feed.ts';
import { LiveParts } from './live-parts.ts';
import {
  type FinishedGame,
  finishedGames,
  type RunningGame,
  runningGame,
  type Sight,
} from './shown-games.ts';
import { watchScript } from './watch-script.ts';
import { watchStyle } from './watch-style.ts';
import type { WatchedRun } from './watched-run.ts';

/** The newest finished games that are listed. */
export const LISTED = 50;

/** The live page of a run, and the pages of its games. */
export class LivePage {
  readonly #run: WatchedRun;
  readonly #parts = new LiveParts();
  /** By id. */
  readonly #running = new Map<string, RunningGame>();
  #finished: readonly FinishedGame[] = [];
  #all = 0;
  /** Neither a player nor another user of the machine can guess it: the page shows what players hold. */
  readonly #key = randomBytes(9).toString('base64url');

  constructor(run: WatchedRun) {
    this.#run = run;
    this.changed();
    this.#showFinished();
  }

  /** Below the address of the server. */
  get path(): string {
    return `${this.#key}/`;
  }

  get events(): EventFeed {
    return this.#parts.feed;
  }

  /** Told when somebody begins to look, and when nobody does any more. */
  set onLook(look: (isLooking: boolean) => void) {
    this.#parts.feed.onReaders = look;
  }

  begins(id: string, game: RunningGame): void {
    this.#running.set(id, game);
    this.#parts.put(partOf(id), 'running', () => runningGame(game, undefined));
  }

  seen(id: string, sight: Sight): void {
    const game = this.#running.get(id);
    if (game) this.#parts.put(partOf(id), 'running', () => runningGame(game, sight));
  }

  /** `finished`: none where it says nothing, since it was interrupted or is void. */
  ends(id: string, finished: FinishedGame | undefined): void {
    this.#running.delete(id);
    this.#parts.remove(partOf(id));
    if (finished === undefined) return;
    this.over([finished]);
    this.changed();
  }

  /** More games that are over, the newest last; of very many, the newest are enough. */
  over(games: readonly FinishedGame[], all = games.length): void {
    this.#all += all;
    this.#finished = [...games.slice(-LISTED).reverse(), ...this.#finished].slice(0, LISTED);
    this.#showFinished();
  }

  /** The figures of the run. */
  changed(): void {
    const run = this.#run;
    this.#parts.put('progress', 'head', () => markup`<p class="lead"${stateOf(run)}>${run.progress()}</p>`);
    this.#parts.put('now', 'figures', () => run.figures());
  }

  end(words: string): void {
    for (const id of this.#running.keys()) this.#parts.remove(partOf(id));
    this.#running.clear();
    this.#parts.end(words);
  }

  /** The page as it is now. */
  shown(): PageRequest {
    const title = cut(visible(this.#run.title), LONGEST_TITLE);
    const within = (id: string) =>
      this.#parts
        .within(id)
        .map(([part, html]) => markup`<div id="${part}" data-part="">${trusted(html)}</div>`);
    const { isElsewhere = false, report } = this.#run;
    const body = markup`<header><h1>${title}</h1>
<p id="state">as it was when this page was opened</p>
<p id="spoken" role="status" aria-live="polite"></p>
<div id="head">${within('head')}</div>
${report ? [REPORT] : []}
</header>
<div id="figures">${within('figures')}</div>
<h2>Running games</h2>
${isElsewhere ? [ELSEWHERE] : [markup`<div id="running">${within('running')}</div>`]}
<h2>Finished games</h2>
<div id="finished">${within('finished')}</div>`;
    return { kind: 'Live', title, body, style: watchStyle, script: watchScript, asksServer: true };
  }

  /** A game that is over, to be stepped through; none: there is none of this number. */
  async game(text: string): Promise<PageRequest | undefined> {
    const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    const record = number === undefined ? undefined : await this.#run.record(number);
    return number === undefined || record === undefined ? undefined : replayOf(number, record);
  }

  async report(): Promise<PageRequest | undefined> {
    return await this.#run.report?.();
  }

  #showFinished(): void {
    this.#parts.put('newest', 'finished', () => finishedGames(this.#finished, this.#all, this.#run.game));
  }
}

const LONGEST_TITLE = 200;

/** What the script says instead of "live". Of a comparison in a store nobody may know how many games are to come. */
function stateOf(run: WatchedRun): readonly Markup[] {
  if (run.isOver?.()) return [markup` data-over="finished"`];
  return run.isElsewhere ? [markup` data-over="shows the store"`] : [];
}

const REPORT = markup`<p><a href="report">report</a> <span class="soft">as it is now: plots, players, and the games of each two players</span></p>`;
const ELSEWHERE = markup`<p class="soft">A store has games that are over. Those that run are on the page of the command that plays them (--watch).</p>`;

/** A part is an element of this id. */
const partOf = (id: string) => `game-${id}`;

function replayOf(number: number, record: GameRecord): PageRequest {
  const names = record.header.players.map(({ name }) => cut(visible(name), LONGEST_NAME));
  const title = `Game ${number}: ${names.join(' against ')}`;
  const judged = { is: 'not judged', said: ['wordhost replay --verify judges a record again.'] } as const;
  const body: Markup = markup`<p><a href="../">all games</a></p>
<h1>${title}</h1>
${replayBody({ record, judged })}`;
  return { kind: 'Replay', title, body, style: watchStyle, script: replayScript };
}

const LONGEST_NAME = 40;
