import { createHmac } from 'node:crypto';
import { cut, visible } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import { cachedSecret } from '../../files/cache.ts';
import type { InWords, Panel } from '../../games/presentation.ts';
import { draw, type Markup, markup, scrollBox, trustedMarkup } from '../../views/html/markup.ts';
import type { PageRequest } from '../../views/html/page.ts';
import { gamePage, type JudgeReport, replayBody } from '../../views/html/replay-page.ts';
import { liveScript } from '../../views/parts/files.ts';
import { runningTable } from '../../views/parts/game-parts.ts';
import { splicesBetween } from '../../views/parts/text-changes.ts';
import { duration, endingSentence, outcomeWords, shortPlayerNames } from '../../views/words.ts';
import { EventFeed, type ServerEvent } from '../http/event-feed.ts';

/** The number of listed finished games. */
export const LISTED = 50;

/** 72 bits. */
const KEY_LENGTH = 12;

/** The live page of a run, and the pages of its games. */
export class LivePage {
  readonly #run: WatchedRun;
  readonly #parts = new LiveParts();
  readonly #running = new Map<string, RunningGame>();
  #finished: readonly FinishedGame[] = [];
  #all = 0;
  /** A secret path: players and other users of the machine must not see the hands of finished games. */
  readonly #key: string;

  constructor(run: WatchedRun, secret = cachedSecret(process.env)) {
    this.#run = run;
    // The title decides the address, so that a page that is open finds the command that was started again.
    this.#key = createHmac('sha256', secret).update(run.title).digest('base64url').slice(0, KEY_LENGTH);
    this.changed();
    this.#showFinished();
  }

  get path(): string {
    return `${this.#key}/`;
  }

  get events(): EventFeed {
    return this.#parts.feed;
  }

  set onLook(look: (isLooking: boolean) => void) {
    this.#parts.feed.onReaders = look;
  }

  begins(id: string, game: RunningGame): void {
    this.#running.set(id, game);
    this.#parts.put(partOf(id), 'running', () => runningGame(game, undefined));
  }

  seen(id: string, snapshot: GameSnapshot): void {
    const game = this.#running.get(id);
    if (game) this.#parts.put(partOf(id), 'running', () => runningGame(game, snapshot));
  }

  /** `finished` is undefined for interrupted and void games. */
  ends(id: string, finished: FinishedGame | undefined): void {
    this.#running.delete(id);
    this.#parts.remove(partOf(id));
    if (finished === undefined) return;
    this.over([finished]);
    this.changed();
  }

  /** Adds finished games, the newest last. The newest of very many are enough. */
  over(games: readonly FinishedGame[], all = games.length): void {
    this.#all += all;
    this.#finished = [...games.slice(-LISTED).reverse(), ...this.#finished].slice(0, LISTED);
    this.#showFinished();
  }

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

  currentPage(): PageRequest {
    const title = cut(visible(this.#run.title), LONGEST_TITLE);
    const within = (id: string) =>
      this.#parts
        .within(id)
        .map(([part, html]) => markup`<div id="${part}" data-part="">${trustedMarkup(html)}</div>`);
    const { isElsewhere = false, report } = this.#run;
    const body = markup`<p id="spoken" class="unseen" role="status" aria-live="polite"></p>
<div class="status"><p id="state">state when this page was opened</p>
<div id="head">${within('head')}</div>
${report ? [REPORT] : []}</div>
<h2>Running games</h2>
${isElsewhere ? [ELSEWHERE] : [markup`<div id="running">${within('running')}</div>`]}
<div id="figures">${within('figures')}</div>
<h2>Finished games</h2>
<div id="finished">${within('finished')}</div>`;
    return { kind: 'Live', title, heading: title, body, script: liveScript(), asksServer: true };
  }

  /** A finished game to step through. */
  async game(text: string): Promise<PageRequest | undefined> {
    const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    if (number === undefined || !(await this.#isSeedPlayed(number))) return undefined;
    const record = await this.#run.record(number);
    return record && replayOf(number, record, this.#run);
  }

  /** Games of one seed have the same draws, so none is shown before all are over. */
  async #isSeedPlayed(number: number): Promise<boolean> {
    const { gamesOfSeed = 1, isOver } = this.#run;
    if (gamesOfSeed === 1 || isOver?.()) return true;
    const first = number - ((number - 1) % gamesOfSeed);
    const others = Array.from({ length: gamesOfSeed }, (_, index) => first + index).filter(
      (other) => other !== number,
    );
    const records = await Promise.all(others.map(async (other) => await this.#run.record(other)));
    return records.every((record) => record !== undefined);
  }

  async report(): Promise<PageRequest | undefined> {
    return await this.#run.report?.();
  }

  #showFinished(): void {
    this.#parts.put('newest', 'finished', () => finishedGames(this.#finished, this.#all, this.#run.game));
  }
}

const LONGEST_TITLE = 200;

/** Replaces "live". The number of games of a stored comparison may be unknown. */
function stateOf(run: WatchedRun): readonly Markup[] {
  if (run.isOver?.()) return [markup` data-over="finished"`];
  return run.isElsewhere ? [markup` data-over="shows the store"`] : [];
}

const REPORT = markup`<p><a href="report">report</a> <span class="soft">plots, players, games of each pair</span></p>`;
const ELSEWHERE = markup`<p class="soft">A store has only finished games. For running games, use --watch of the command that plays them.</p>`;

/** The id of an element. */
const partOf = (id: string) => `game-${id}`;

const NOT_JUDGED = { is: 'not judged', said: ['Use wordhost replay --verify to check a record.'] } as const;

function replayOf(number: number, record: GameRecord, { judge, recordName }: WatchedRun): PageRequest {
  const title = `Game ${number}: ${shortPlayerNames(record.header.players).join(' against ')}`;
  const judged = judge?.(record) ?? NOT_JUDGED;
  const file = recordName?.(number);
  const link =
    file === undefined
      ? []
      : [
          markup`<p><a href="${file}">record</a> <span class="soft">for wordhost replay and --verify</span></p>`,
        ];
  const body: Markup = markup`${replayBody({ record, judged })}
<p><a href="../">all games</a></p>
${link}`;
  return { ...gamePage(title, body), kind: 'Replay' };
}

const LONGEST_NAME = 40;

export interface WatchedRun {
  readonly title: string;
  readonly game: InWords;
  /** A sentence. */
  progress(): string;
  /** No more games are expected. */
  isOver?(): boolean;
  /** Games share a seed in groups of this size. The numbers of a group follow each other. The default is 1. */
  readonly gamesOfSeed?: number;
  /** Current standings, figures and plots. */
  figures(): Markup;
  /** Undefined if the game is not over or its record is not stored. */
  record(number: number): Promise<GameRecord | undefined>;
  /** Judges a finished game again. Games of people need no judge. */
  judge?(record: GameRecord): JudgeReport;
  /** The file name of a served record. */
  recordName?(number: number): string;
  /** Another command plays it, so only finished games are known here. */
  readonly isElsewhere?: boolean;
  readonly report?: () => Promise<PageRequest>;
}

/** A part of a page that changes. */
interface Part {
  /** The id of its parent element. */
  readonly within: string;
  draw: () => Markup;
  /** The HTML that readers have. */
  sent: string | undefined;
  /** Counts what was sent, so that a reader takes a change only of the text that it has. */
  version: number;
  isUnsent: boolean;
}

/** The least delay of a change. It grows with the drawing time. */
const SHOWN_AFTER_MS = 250;
const MOST_OF_TIME = 20;

/** Draws the parts of a page only for readers. New readers get all parts, then what changes in them. */
export class LiveParts {
  readonly feed = new EventFeed(() => [this.#everything()]);
  readonly #parts = new Map<string, Part>();
  #timer: NodeJS.Timeout | undefined;
  #took = 0;

  put(id: string, within: string, draw: () => Markup): void {
    const part = this.#parts.get(id);
    if (part) Object.assign(part, { draw, isUnsent: true });
    else this.#parts.set(id, { within, draw, sent: undefined, version: 0, isUnsent: true });
    this.#showSoon();
  }

  remove(id: string): void {
    if (this.#parts.delete(id)) this.feed.send({ name: 'gone', data: id });
  }

  within(element: string): readonly (readonly [id: string, html: string])[] {
    this.#send();
    const parts = [...this.#parts].filter(([, part]) => part.within === element);
    return parts.map(([id, { sent = '' }]) => [id, sent]);
  }

  /** Shows the last changes and ends the stream. */
  end(words: string): void {
    clearTimeout(this.#timer);
    this.#show();
    this.feed.end({ name: 'end', data: words });
  }

  #showSoon(): void {
    if (this.#timer !== undefined || this.feed.readers === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#show();
      },
      Math.max(SHOWN_AFTER_MS, MOST_OF_TIME * this.#took),
    );
    this.#timer.unref();
  }

  #show(): void {
    if (this.feed.readers === 0) return;
    const start = performance.now();
    this.#send();
    this.#took = performance.now() - start;
  }

  /** Draws what is new. All readers have the same then. */
  #send(): void {
    for (const [id, part] of this.#parts) {
      if (!part.isUnsent) continue;
      part.isUnsent = false;
      const { sent } = part;
      const html = part.draw().text;
      if (html === sent) continue;
      part.sent = html;
      part.version++;
      this.feed.send(
        sent === undefined
          ? { name: 'part', data: partMessage(id, part) }
          : { name: 'change', data: { id, version: part.version, splices: splicesBetween(sent, html) } },
      );
    }
  }

  #everything(): ServerEvent {
    this.#send();
    return { name: 'everything', data: [...this.#parts].map(([id, part]) => partMessage(id, part)) };
  }
}

function partMessage(id: string, part: Part) {
  return { id, within: part.within, version: part.version, html: part.sent };
}

interface RunningGame {
  readonly number: number;
  readonly names: readonly string[];
}

interface GameSnapshot {
  readonly panels: readonly Panel[];
  readonly last: { readonly seat: Seat | undefined; readonly words: string } | undefined;
}
const LONGEST_WORDS = 300;

function runningGame({ number, names }: RunningGame, snapshot: GameSnapshot | undefined): Markup {
  const players = names.map((name) => cut(visible(name), LONGEST_NAME));
  const { panels = [], last } = snapshot ?? {};
  return markup`<article class="game">
<h3>Game ${number}: ${players.join(' against ')}</h3>
<p class="last">${lastMoveWords(snapshot, names)}</p>
${runningTable(draw, players, panels, last?.seat)}
</article>`;
}

function lastMoveWords(snapshot: GameSnapshot | undefined, names: readonly string[]): string {
  if (snapshot === undefined) return 'has begun';
  if (snapshot.last === undefined) return '';
  const { seat, words } = snapshot.last;
  const who = seat === undefined ? '' : `${cut(names[seat - 1] ?? '', LONGEST_NAME)} `;
  return cut(visible(`${who}${words}`), LONGEST_WORDS);
}

export interface FinishedGame {
  readonly number: number;
  readonly result: Result;
  readonly hasRecord: boolean;
}

/** The newest come first. */
export function finishedGames(games: readonly FinishedGame[], all: number, game: InWords): Markup {
  if (games.length === 0) return markup`<p class="soft">No games yet.</p>`;
  const table = markup`<table class="finished">
<thead><tr><th scope="col">game</th><th scope="col">players</th><th scope="col">how it ended</th><th scope="col">time</th></tr></thead>
<tbody>${grouped(games).map((each) => finishedRow(each, game))}</tbody>
</table>`;
  return markup`${all > games.length ? [markup`<p class="soft">The newest ${games.length} of ${all}.</p>`] : []}
${scrollBox('Finished games', table)}`;
}

/** Games that a player has failed in the same way are one row. */
function grouped(games: readonly FinishedGame[]): readonly (readonly FinishedGame[])[] {
  const keyOf = ({ number, result: { players, reason } }: FinishedGame) => {
    const failed = players.filter(droppedOut).map((player) => [player.name, outcomeWords(player)]);
    return failed.length === 0 ? String(number) : JSON.stringify([failed, reason]);
  };
  return [...Map.groupBy(games, keyOf).values()];
}

/** More games of a row are only counted. */
const MOST_LINKS = 8;

function finishedRow(games: readonly FinishedGame[], game: InWords): Markup {
  const [{ result }] = games as readonly [FinishedGame];
  const links = games.slice(0, MOST_LINKS).map(({ number, hasRecord }) => {
    const name = markup`game ${number}`;
    return hasRecord ? markup`<a href="games/${number}">${name}</a>` : name;
  });
  const count = games.length === 1 ? [] : [markup` <b>${games.length} times</b>`];
  const shown = games.length === 1 ? result.players : result.players.filter(droppedOut);
  const players = shown.map((player) => {
    const points = typeof player.score === 'number' ? ` ${player.score}` : '';
    const kind = droppedOut(player) ? 'bad' : player.outcome;
    return markup`<span class="${kind}">${cut(visible(player.name), LONGEST_NAME)}: ${outcomeWords(player)}${points}</span>`;
  });
  return markup`<tr><th scope="row">${links}</th><td>${players}${count}</td><td>${endingSentence(result, game)}</td><td>${duration(result.ms)}</td></tr>`;
}
