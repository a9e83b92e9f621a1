import type { MoveLine, Panel } from '../../games/presentation.ts';
import { boardPart, type Draw, gridFrame } from './board.ts';
import { type GameData, type PlayerData, positionsOf, type StepData } from './game-data.ts';
import { whyNotDrawn } from './grid-size.ts';

/** What a page shows of a game at one moment. */
export interface Moment {
  readonly data: GameData;
  readonly at: number;
  /** The panels of each step. */
  readonly positions: readonly (readonly Panel[])[];
  readonly isPlaying: boolean;
  readonly speed: number;
  /** The possible move that lies on the board. */
  readonly ghost: number | undefined;
  /** Without a script there are no controls, and no links to steps. */
  readonly isAlive: boolean;
}

export const speeds: readonly number[] = [0.5, 1, 2, 4, 8];

/** A whole game: players, board, controls, score line and moves. */
export function gameTable<T>(draw: Draw<T>, moment: Moment): T {
  const { data, at, positions } = moment;
  const step = data.steps[at]!;
  return draw.html`<div class="table${areApart(positions) ? ' apart' : ''}">
${playersPart(draw, moment)}
<div class="middle">${gridsPart(draw, moment)}
${moment.isAlive ? controls(draw, moment) : []}</div>
${nowPart(draw, moment, step)}
${scoreLine(draw, moment)}
<div class="side"><ol class="moves">${rowsPart(draw, moment)}</ol></div>
</div>`;
}

/** A page with many rows for readers without scripts, who have `wordhost replay`, would be twice as large. */
const MOST_ROWS_WITHOUT_SCRIPT = 80;

function rowsPart<T>(draw: Draw<T>, moment: Moment): readonly T[] {
  const { data, at, isAlive } = moment;
  const shown = isAlive ? data.steps : data.steps.slice(0, MOST_ROWS_WITHOUT_SCRIPT);
  const left = data.steps.length - shown.length;
  const rows = shown.flatMap((step, index) => moveRows(draw, moment, step, index === at));
  const more = draw.html`<li class="told"><span class="what">and ${left} more steps, which need the script of this page</span></li>`;
  return left === 0 ? rows : [...rows, more];
}

/** A game at its first step to show, without a script. */
export function firstMoment(data: GameData, positions = positionsOf(data.steps)): Moment {
  return { data, at: data.start, positions, isPlaying: false, speed: 1, ghost: undefined, isAlive: false };
}

/** A game that runs: players and boards, without controls. */
export function runningTable<T>(
  draw: Draw<T>,
  names: readonly string[],
  panels: readonly Panel[],
  seat: number | undefined,
): T {
  const step = { number: 1, words: '', time: '', changes: [], ...(seat !== undefined && { seat }) };
  const players = names.map((name) => ({ name }));
  const data: GameData = { players, start: 0, steps: [step], end: '', prefix: '' };
  const moment = firstMoment(data, [panels]);
  return draw.html`<div class="table running${areApart([panels]) ? ' apart' : ''}">${playersPart(draw, moment)}<div class="middle">${gridsPart(draw, moment)}</div></div>`;
}

/** Each player has its own grid, from the first step to the last. */
export const areApart = (positions: Moment['positions']) =>
  !positions.at(-1)!.some(({ seat, rows }) => seat === undefined && rows.length > 0);

function playersPart<T>(draw: Draw<T>, moment: Moment): T {
  const { data, at, positions } = moment;
  const stock = positions[at]?.find((panel) => panel.stock !== undefined)?.stock ?? '';
  return draw.html`<div class="players">${data.players.map((player, index) => playerCard(draw, moment, player, index + 1))}
<p class="stock">${stock}</p></div>`;
}

export function gridsPart<T>(draw: Draw<T>, moment: Moment): T {
  const isEmpty = moment.positions.at(-1)!.every(({ rows }) => rows.length === 0);
  if (isEmpty) return draw.html`<div class="grids"></div>`;
  const isWanted = areApart(moment.positions)
    ? ({ seat }: Panel) => seat !== undefined
    : ({ seat }: Panel) => seat === undefined;
  // Until it is told, the board is there as it will be first: buttons stay where they are.
  const panels = [moment.positions[moment.at] ?? [], ...moment.positions].find((each) => each.some(isWanted));
  return draw.html`<div class="grids">${(panels ?? []).filter(isWanted).map((panel) => gridPart(draw, moment, panel))}</div>`;
}

function playerCard<T>(draw: Draw<T>, { data, at, positions }: Moment, player: PlayerData, seat: number): T {
  const panel = positions[at]?.find((each) => each.seat === seat);
  const isActive = data.steps[at]!.seat === seat;
  const hasWon = player.hasWon === true && at === data.steps.length - 1;
  return cardPart(draw, { ...player, seat, panel, isActive, hasWon });
}

export interface CardRequest {
  readonly seat: number;
  readonly name: string;
  readonly about?: string;
  readonly summary?: string;
  readonly panel: Panel | undefined;
  readonly isActive: boolean;
  readonly hasWon: boolean;
}

/** A player's card: name, points, time, tiles and words. */
export function cardPart<T>(draw: Draw<T>, request: CardRequest): T {
  const { html } = draw;
  const { seat, name, about, summary, panel, isActive, hasWon } = request;
  const { score, clock = '', caption = '', rack, list = [], struck = [] } = panel ?? {};
  const held = panel && rack !== undefined ? [rackPart(draw, panel, rack)] : [];
  const command =
    about === undefined
      ? []
      : [
          html`<details class="about"><summary>i<span class="unseen">nformation: command of ${name}</span></summary><code>${about}</code></details>`,
        ];
  const words =
    list.length === 0
      ? []
      : [
          html`<details class="words"><summary>${list.length} listed</summary><ul>${list.map((item) => html`<li>${struck.includes(item) ? html`<s>${item}</s>` : item}</li>`)}</ul></details>`,
        ];
  return html`<section class="card seat-${seat}${isActive ? ' active' : ''}${hasWon ? ' won' : ''}"><h2>${name}</h2>${command}
<strong class="score">${score ?? ''}</strong><span class="caption">${caption.startsWith(`${score} points`) ? '' : caption}</span><span class="clock">${clock}</span>
${summary === undefined ? [] : [html`<p class="summary">${summary}</p>`]}${held}${words}</section>`;
}

/** Few tiles are no larger than many. */
const LEAST_IN_RACK = 9;
/** Many tiles are in several rows. */
const ROW_OF_RACK = /.{1,12}/gu;

function rackPart<T>(draw: Draw<T>, panel: Panel, rack: string): T {
  const { seat, points = {} } = panel;
  const drawn = { seat, points, caption: `tiles ${rack}`, rows: rack.match(ROW_OF_RACK) ?? [] };
  return draw.html`<div class="rack">${boardPart(draw, { panel: drawn, kind: 'rack' })}</div>`;
}

function gridPart<T>(draw: Draw<T>, { data, at, positions, ghost }: Moment, panel: Panel): T {
  const { html } = draw;
  const { seat, caption, legend = [], loose = '' } = panel;
  const laid = ghost === undefined ? [] : (data.steps[at]!.best?.[ghost]?.laid ?? []);
  // A possible move lies on the board before the move that was made.
  const before = laid.length > 0 ? positions[at - 1]?.find((each) => each.seat === seat) : undefined;
  const base = before ?? panel;
  // A word is a path between tiles that are there, or new tiles.
  const [shown, ghosts] =
    laid.length > 0 && panel.path !== undefined
      ? [{ ...base, path: laid.map(([cell]) => cell) }, []]
      : [base, laid.map(([cell, letter]) => ({ cell, letter }))];
  const why = data.steps[at]!.isCut ? CUT : whyNotDrawn(panel);
  const drawing =
    why === undefined && gridFrame(panel).width > 0
      ? [boardPart(draw, { panel: shown, ghosts, kind: 'board' })]
      : [];
  const unusual = legend.flatMap(({ sign, meaning, label }) =>
    label === undefined ? [`${sign} ${meaning}`] : [],
  );
  const said = [why ?? (seat === undefined ? '' : caption), ...unusual].filter(Boolean).join(' ');
  const waiting = loose === '' ? [] : [rackPart(draw, { ...panel, points: {} }, loose.padEnd(LEAST_IN_RACK))];
  const noted = data.steps[at]!.lines?.find(
    (line) => line.note !== undefined && (seat === undefined || seat === line.seat),
  );
  // The newest tiles have the color of their player.
  const of =
    seat ??
    data.steps.slice(0, at + 1).findLast((each) => each.seat !== undefined && each.lines?.length)?.seat ??
    data.steps[at]!.seat;
  return html`<figure class="grid${of === undefined ? '' : ` seat-${of}`}">
${drawing}${said === '' ? [] : [html`<figcaption>${said}</figcaption>`]}
${waiting}${noted ? [html`<p class="flash">${noted.word}: ${noted.note ?? ''}</p>`] : []}</figure>`;
}

const CUT = 'The position after this step is not drawn: the page would be too large.';

const keys = [
  ['← →', 'one step'],
  ['Home, End', 'first step, last step'],
  ['Space', 'play, pause'],
  ['↓', 'next mistake, after an analysis'],
  ['?', 'these keys'],
] as const;

function controls<T>({ html }: Draw<T>, { data, at, isPlaying, speed }: Moment): T {
  const last = data.steps.length - 1;
  const button = (go: string, name: string, sign: string, isOff: boolean) =>
    html`<button type="button" data-go="${go}" aria-disabled="${String(isOff)}"><span aria-hidden="true">${sign}</span><span class="unseen">${name}</span></button>`;
  const mistakes = data.steps.some((step) => lossClass(data, step) !== '');
  return html`<div class="controls" role="group" aria-label="steps">
${button('first', 'First', '«', at === 0)}${button('back', 'Back', '‹', at === 0)}
<button type="button" data-go="play">${isPlaying ? 'Pause' : 'Play'}</button>
${button('next', 'Next', '›', at === last)}${button('last', 'Last', '»', at === last)}
<button type="button" data-go="faster" aria-label="${speedWords(speed)} times as fast: change the speed">${speedWords(speed)}×</button>
${mistakes ? [html`<button type="button" data-go="mistake">Next mistake</button>`] : []}
${button('keys', 'Keys', '?', false)}
<input class="slider" type="range" min="1" max="${last + 1}" value="${at + 1}" aria-label="step" aria-valuetext="step ${data.steps[at]!.number}"/>
</div>
<dialog aria-label="Keys"><dl>${keys.map(([key, what]) => html`<div><dt>${key}</dt><dd>${what}</dd></div>`)}</dl>
<button type="button" data-go="close">Close</button></dialog>`;
}

const speedWords = (speed: number) => (speed === 0.5 ? '½' : String(speed));

/** The step in words, what it lost, and the best moves. */
function nowPart<T>(draw: Draw<T>, { data, at, ghost }: Moment, step: StepData): T {
  const { html } = draw;
  const last = data.steps.at(-1)!.number;
  const who = step.seat === undefined ? '' : `${data.players[step.seat - 1]?.name ?? step.seat} `;
  const lost =
    data.loss && step.loss !== undefined
      ? [html`<p class="lost ${lossClass(data, step)}">${data.loss.name}: <b>${step.loss}</b></p>`]
      : [];
  const best = (step.best ?? []).map(
    ({ text, laid }, index) =>
      html`<li>${laid.length === 0 ? [html`<span>${text}</span>`] : [html`<button type="button" data-best="${index}" aria-pressed="${String(ghost === index)}">${text}</button>`]}</li>`,
  );
  const output = step.output ?? [];
  return html`<div class="now"><output class="said" aria-live="polite">step ${step.number} of ${last}: ${at === data.steps.length - 1 && step.seat === undefined ? data.end : `${who}${step.words}`}</output>
<p class="soft">${step.time}</p>${lost}${best.length === 0 ? [] : [html`<p class="soft">${step.seat === undefined ? 'Nobody found' : 'Best moves'}</p><ol class="best">${best}</ol>`]}
${output.length === 0 ? [] : [html`<pre class="output" role="region" aria-label="Standard error, step ${step.number}" tabindex="0">${output.join('\n')}</pre>`]}</div>`;
}

/** The class of a mistake, from `lost-1` to `lost-3`. Empty without one. */
export function lossClass({ loss }: GameData, step: StepData): string {
  const level = loss === undefined ? 0 : loss.from.filter((from) => (step.loss ?? 0) >= from).length;
  return level === 0 ? '' : `lost-${level}`;
}

const [LINE_WIDTH, LINE_HEIGHT] = [100, 40];

/** The points of each player from step to step, with a dot for each mistake. */
export function scoreLine<T>({ html, svg }: Draw<T>, { data, at }: Moment): T {
  const totals = data.players.map(() => [0]);
  for (const step of data.steps)
    for (const [index, own] of totals.entries()) {
      const line = step.lines?.findLast(({ seat, total }) => seat === index + 1 && total !== undefined);
      own.push(line?.total ?? own.at(-1)!);
    }
  const most = Math.max(1, ...totals.flat());
  const x = (index: number) => rounded((index / Math.max(1, data.steps.length - 1)) * LINE_WIDTH);
  const y = (total: number) => rounded(LINE_HEIGHT - 2 - (Math.max(0, total) / most) * (LINE_HEIGHT - 4));
  const paths = totals.map(([, ...own], index) => {
    // Between two equal ones a point is on the line anyway.
    const corners = own.flatMap((total, step) =>
      own[step - 1] === total && own[step + 1] === total ? [] : [`${x(step)} ${y(total)}`],
    );
    return svg`<path class="line seat-${index + 1}" d="M${corners.join('L')}"/>`;
  });
  const mistakes = data.steps.flatMap((step, index) => {
    const kind = lossClass(data, step);
    const total = step.seat === undefined ? undefined : totals[step.seat - 1]?.[index + 1];
    return kind === '' || total === undefined ? [] : [{ kind, d: `M${x(index)} ${y(total)}h.01` }];
  });
  const dots = [...Map.groupBy(mistakes, ({ kind }) => kind)].map(
    ([kind, some]) => svg`<path class="dot ${kind}" d="${some.map(({ d }) => d).join('')}"/>`,
  );
  const label = data.players.map(({ name }, index) => `${name} ${totals[index]!.at(-1)}`).join(', ');
  return html`<svg class="score-line" viewBox="0 0 ${LINE_WIDTH} ${LINE_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="points from step to step, at the end: ${label}">
<path class="cursor" d="M${x(at)} 0V${LINE_HEIGHT}"/>${paths}${dots}</svg>`;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

export function moveRows<T>(draw: Draw<T>, moment: Moment, step: StepData, isCurrent: boolean): readonly T[] {
  const { html } = draw;
  const { data, isAlive } = moment;
  const lines = step.lines ?? [];
  const row = (seat: number | undefined, kind: string, content: T) => {
    const name = seat === undefined ? [] : html`<em>${data.players[seat - 1]?.name ?? seat} </em>`;
    const kinds = [kind, seat === undefined ? '' : `seat-${seat}`, lossClass(data, step)]
      .filter(Boolean)
      .join(' ');
    return isAlive
      ? html`<li class="${kinds}"><a class="row" href="#${data.prefix}step=${step.number}" aria-current="${isCurrent ? 'step' : 'false'}" data-time="${usedTime(step)}">${name}${content}</a></li>`
      : html`<li class="${kinds}">${name}${content}</li>`;
  };
  const rows = lines.map((line) => row(line.seat, '', moveColumns(html, line)));
  // The end has a sentence beside its lines.
  return lines.length > 0 && (step.seat !== undefined || step.words === '')
    ? rows
    : [...rows, row(step.seat, 'told', html`<span class="what">${step.words}</span>`)];
}

/** The time that a move took, or when something happened. */
const usedTime = ({ time }: StepData) => time.split('thought for ')[1] ?? time;

export function moveColumns<T>(html: Draw<T>['html'], { at = '', word, note, points, total }: MoveLine): T {
  const gain = points === undefined ? '' : points < 0 ? String(points) : `+${points}`;
  const why = note === undefined ? [] : [html` <small>${note}</small>`];
  return html`<i>${at}</i><b>${word}${why}</b><i>${gain}</i><i>${total ?? ''}</i>`;
}
