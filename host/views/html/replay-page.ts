import { counted, cut, visible, visibleJson } from '../../core/text.ts';
import { version } from '../../core/version.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import type { Panel } from '../../games/presentation.ts';
import { besideSteps, writtenIn } from '../beside-moves.ts';
import { fittingPanels } from '../parts/camera.ts';
import { partsScript } from '../parts/files.ts';
import {
  changesBetween,
  type GameData,
  type PlayerData,
  packedGame,
  type StepData,
} from '../parts/game-data.ts';
import { firstMoment, gameTable } from '../parts/game-parts.ts';
import { whyNotDrawn } from '../parts/grid-size.ts';
import type { Table } from '../reports/summary.ts';
import { countSteps, type Step, stepsOf } from '../steps.ts';
import { offencesIn } from '../terminal/player-reports.ts';
import {
  duration,
  endingWords,
  exitWords,
  overloadNote,
  playerLabel,
  playersTable,
  schedulingNotes,
  shortPlayerNames,
  warningsIn,
} from '../words.ts';
import { dataTable, draw, type Fact, factList, type Markup, markup, scrollBoxText } from './markup.ts';
import { htmlPage, type PageRequest, packedText, pageBeginning } from './page.ts';

const KIND = 'Replay';

/** Recognizes such a page. */
export const replayBeginning = pageBeginning(KIND);

/** The result of judging a record again. */
export interface JudgeReport {
  readonly is: 'right' | 'different' | 'not judged';
  readonly said: readonly string[];
}

interface ReplayRequest {
  readonly record: GameRecord;
  readonly judged: JudgeReport;
  /** The initial step. The default is the last. */
  readonly start?: number | undefined;
  readonly analysis?: StepperAnalysis | undefined;
}

export interface StepperAnalysis {
  /** What a player's card says of its moves. */
  readonly summaries: readonly { readonly seat: number; readonly words: string }[];
  /** Figures, notes and graphs below the game. */
  readonly details: Markup;
  readonly loss: GameData['loss'];
  /** Returns what the move of this event lost, and the best moves, if it was analyzed. */
  of(n: number): AnalyzedStep | undefined;
  /** Moves that nobody made, for the last step. */
  readonly missed: readonly string[];
}

export interface AnalyzedStep {
  readonly loss: number | undefined;
  readonly best: readonly string[];
}

/** A self-contained page to step through a game. */
export function replayPage(request: ReplayRequest): string {
  const { header } = request.record;
  const title = `${header.game}, ${shortPlayerNames(header.players).join(' against ')}`;
  return htmlPage({ ...gamePage(title, replayBody(request)), kind: KIND });
}

/** A page of one game: `body` is that of `replayBody`. */
export function gamePage(title: string, body: Markup): Omit<PageRequest, 'kind'> {
  return { title, heading: title, body, script: partsScript(), styles: ['drawings', 'pages', 'games'] };
}

/** Makes the content below the heading, for a page with the script of the parts. */
export function replayBody({ record, judged, start, analysis }: ReplayRequest): Markup {
  const { steps, left } = fewEnough(record);
  const data = gameData(record, { start, analysis, steps });
  return markup`<p class="lead">${data.end}</p>
${gameElement(data)}
<div class="text">${judgedBox(judged)}
${cutNote(steps.length, left)}
${analysis ? analysis.details : []}
${replayFacts(record, steps)}</div>`;
}

/** The last position and all moves for readers without scripts, and the data for the script. */
function gameElement(data: GameData): Markup {
  return markup`<word-game>${gameTable(draw, firstMoment(data))}
${packedText(visibleJson([packedGame(data)]))}</word-game>`;
}

/** Similar games take less space together. */
const PACKED = 8;

/** Games that only the script draws, for a page with several. `packs` has their data. */
export function gamesOnDemand(games: readonly { readonly record: GameRecord; readonly prefix: string }[]): {
  readonly elements: readonly Markup[];
  readonly packs: readonly Markup[];
} {
  const packs = Array.from({ length: Math.ceil(games.length / PACKED) }, (_, pack) => {
    const some = games.slice(pack * PACKED, (pack + 1) * PACKED);
    const data = some.map(({ record, prefix }) => packedGame(gameData(record, { prefix })));
    return packedText(visibleJson(data), markup` id="pack-${pack}"`);
  });
  const elements = games.map(
    (_, index) =>
      markup`<word-game data-pack="pack-${Math.floor(index / PACKED)}" data-at="${index % PACKED}"></word-game>`,
  );
  return { elements, packs };
}

interface DataRequest {
  readonly start?: number | undefined;
  readonly prefix?: string;
  readonly analysis?: StepperAnalysis | undefined;
  readonly steps?: readonly Step[];
}

/** The limit of all positions of a page in characters. */
const MOST_DRAWN = 4_000_000;

/** All that a page shows of a game. */
export function gameData(
  record: GameRecord,
  {
    start = Number.POSITIVE_INFINITY,
    prefix = '',
    analysis,
    steps = fewEnough(record).steps,
  }: DataRequest = {},
): GameData {
  const { game, header, result } = record;
  const names = shortPlayerNames(header.players);
  const beside = besideSteps(writtenIn(record), steps);
  const found = steps.findIndex(({ number }) => number >= start);
  const shown = fittingPanels(steps.map(({ panels }) => panels.map(printable)));
  let before: readonly Panel[] = [];
  let drawn = 0;
  const data = steps.map((step, index): StepData => {
    const isCut = drawn > MOST_DRAWN && index < steps.length - 1;
    const changes = isCut ? [] : changesBetween(before, shown[index]!);
    if (!isCut) before = shown[index]!;
    drawn += JSON.stringify(changes).length;
    const written = (beside.get(step.number) ?? []).flatMap((each) => outputLines(each, step.seat, names));
    return {
      ...stepData(step, analyzedAt(step, index === steps.length - 1, analysis)),
      changes,
      ...(isCut && { isCut }),
      ...(written.length > 0 && { output: written }),
    };
  });
  return {
    players: header.players.map((player, index) => playerData(player, names[index]!, result, analysis)),
    start: found === -1 ? steps.length - 1 : found,
    steps: data,
    ...(analysis?.loss && { loss: analysis.loss }),
    end: result ? endingWords(result, game, names) : 'The record has no end, because the host was killed.',
    prefix,
  };
}

function playerData(
  { command, seat }: Named,
  short: string,
  result: Result | undefined,
  analysis: StepperAnalysis | undefined,
): PlayerData {
  const about = command === '' || command === short ? {} : { about: visible(command) };
  const summary = analysis?.summaries.find((each) => each.seat === seat)?.words;
  return {
    name: short,
    ...about,
    ...(result?.winner === seat && { hasWon: true }),
    ...(summary !== undefined && { summary }),
  };
}

function stepData(
  { number, t, seat, words, thought, lines, laid }: Step,
  analyzed: AnalyzedStep | undefined,
): Omit<StepData, 'changes'> {
  const thinking = thought === undefined ? '' : `, thought for ${duration(thought / 1e6)}`;
  const best = analyzed?.best.map((text) => {
    return { text, laid: laid(text).map(({ cell, letter }) => [cell, letter] as const) };
  });
  return {
    number,
    ...(seat !== undefined && { seat }),
    words,
    time: `${seconds(t)}${thinking}`,
    ...(lines.length > 0 && { lines }),
    ...(analyzed?.loss !== undefined && { loss: Math.round(100 * analyzed.loss) / 100 }),
    ...(best && best.length > 0 && { best }),
  };
}

function analyzedAt({ n }: Step, isLast: boolean, analysis?: StepperAnalysis): AnalyzedStep | undefined {
  return isLast && analysis?.missed.length ? { loss: undefined, best: analysis.missed } : analysis?.of(n);
}

/** A grid that is too large is not carried. */
function printable(panel: Panel): Panel {
  const why = whyNotDrawn(panel);
  const isSaid = panel.score !== undefined && panel.caption.startsWith(`${panel.score} points`);
  const caption = isSaid ? '' : cut(visible(panel.caption), LONGEST_CAPTION);
  if (why !== undefined) return { ...panel, caption: `${caption}: ${why}`, rows: [] };
  return { ...panel, caption };
}

const LONGEST_CAPTION = 200;

type Written = ReturnType<typeof writtenIn>[number];

function outputLines(
  { t, seat, lines }: Written,
  ofStep: number | undefined,
  names: readonly string[],
): readonly string[] {
  const who = seat === ofStep ? '' : `${names[seat - 1]}: `;
  return lines.map((line) => `${seconds(t)}  ${who}${line}`);
}

/** Longer games show the first steps and the last. */
const MOST_STEPS = 5000;

interface Chosen {
  readonly steps: readonly Step[];
  /** The number of omitted steps. */
  readonly left: number;
}

function fewEnough(record: GameRecord): Chosen {
  const count = countSteps(record);
  const steps = [...stepsOf(record, (number) => number < MOST_STEPS || number === count)];
  return { steps, left: count - steps.length };
}

function cutNote(shown: number, left: number): readonly Markup[] {
  return left === 0
    ? []
    : [
        markup`<p class="soft">${counted(left, 'step')} before the last one ${left === 1 ? 'is' : 'are'} not on this page, which shows ${shown}. <code>wordhost replay</code> shows all.</p>`,
      ];
}

const boxes = { right: 'fair-here', different: 'not-fair', 'not judged': 'soft' } as const;
const titles = { right: 'verified', different: 'DIFFERENT', 'not judged': 'not verified' } as const;

function judgedBox({ is, said }: JudgeReport): Markup {
  const [first = '', ...more] = said;
  return markup`<div class="verdict ${boxes[is]}"><strong><span>${titles[is]}</span></strong><p>${first}</p></div>
${more.map((line) => markup`<pre class="line">${line}</pre>`)}`;
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(3)} s`;
}

function replayFacts(record: GameRecord, steps: readonly Step[]): Markup {
  const { result } = record;
  return markup`<h2>Players</h2>
${dataTable('Players', tableOf(record))}
${result ? notesOf(result) : []}
${record.header.players.map((player) => {
  const own = steps.filter(({ seat, thought }) => seat === player.seat && thought !== undefined);
  return playerFacts(player, result?.players[player.seat - 1], own);
})}
${offences(record)}
<h2>The game</h2>
${factList(gameFacts(record))}
<h2>Options</h2>
${factList(optionFacts(record.header.options))}`;
}

/** Options without a value are in one line. */
function optionFacts(options: GameRecord['header']['options']): readonly Fact[] {
  const all = Object.entries(options);
  const isNone = (value: string | null) => value === null || value === 'none';
  const none = all.flatMap(([name, value]) => (isNone(value) ? [name] : []));
  const set = all.flatMap(([name, value]) => (isNone(value) ? [] : [{ name, value: value! }]));
  return none.length === 0 ? set : [...set, { name: 'none', value: none.join(', ') }];
}

function tableOf({ game, header, result }: GameRecord): Table {
  if (result) return playersTable(result, game);
  const rows = header.players.map(({ seat, name }) => [String(seat), visible(name)]);
  return { headings: ['seat', 'player'], rows };
}

/** Notes about the machine, and about facts that the table hides. */
function notesOf(result: Result): readonly Markup[] {
  const overload = overloadNote(result);
  const notes = [
    ...(overload === undefined ? [] : [overload]),
    ...warningsIn(result),
    ...schedulingNotes(result),
  ];
  return notes.map((note) => markup`<p>${note}</p>`);
}

type Named = GameRecord['header']['players'][number];

function playerFacts(named: Named, player: PlayerResult | undefined, steps: readonly Step[]): Markup {
  const facts = [
    { name: 'command', value: named.command },
    ...Object.entries(named.options ?? {}).map(([name, value]) => ({ name, value, means: 'its own' })),
    ...(player ? resultFacts(player) : []),
    ...timeFacts(steps),
  ];
  return markup`<details><summary>${playerLabel(named)}</summary>
${factList(facts)}
</details>`;
}

function resultFacts(player: PlayerResult): readonly Fact[] {
  const { offence, unfinished, files = [], cpuMs, waitMs, maxRssKb, exit, processor } = player;
  return [
    ...(offence ? [{ name: 'offence', value: `${offence.kind} (${offence.rule}): ${offence.detail}` }] : []),
    ...(unfinished === undefined ? [] : [{ name: 'not finished', value: unfinished }]),
    ...files.map(({ file, sha256, problem, version }) => ({
      name: 'file',
      value: file,
      means: sha256 === null ? (problem ?? `version ${version}`) : `SHA-256 ${sha256}`,
    })),
    ...measured('processor time', cpuMs),
    ...measured('waited for a processor', waitMs),
    ...(maxRssKb === null ? [] : [{ name: 'most memory', value: `${(maxRssKb / 1024).toFixed(1)} MiB` }]),
    ...(processor === undefined ? [] : [{ name: 'pinned to', value: `processor ${processor}` }]),
    ...(exit === null
      ? []
      : [{ name: 'ended', value: `${exit.killed ? 'killed' : 'by itself'}${exitWords(exit)}` }]),
  ];
}

function measured(name: string, ms: number | null | undefined): readonly Fact[] {
  return typeof ms === 'number' ? [{ name, value: duration(ms) }] : [];
}

function timeFacts(steps: readonly Step[]): readonly Fact[] {
  const [longest] = steps.toSorted((one, other) => other.thought! - one.thought!);
  if (longest === undefined) return [];
  return [
    { name: 'longest thought', value: `${duration(longest.thought! / 1e6)}, before step ${longest.number}` },
  ];
}

const REPORT_WIDTH = 110;

function offences(record: GameRecord): readonly Markup[] {
  const reports = offencesIn(record, { width: REPORT_WIDTH });
  if (reports.length === 0) return [];
  return [
    markup`<h2>What went wrong</h2>`,
    ...reports.map((lines, index) => scrollBoxText(`What went wrong, ${index + 1}`, lines.join('\n'))),
  ];
}

function gameFacts({ header, result, events }: GameRecord): readonly Fact[] {
  const { id, game, seed, playerSeed, mirrored, rejudged, startedAt, dictionary, host } = header;
  const played = `wordhost ${header.version}${header.edition === undefined ? '' : `, edition ${header.edition}`}`;
  const other = header.version === version ? {} : { means: `This page is from wordhost ${version}.` };
  const list =
    'sha256' in dictionary
      ? { value: `${dictionary.name}, ${dictionary.words} words`, means: `SHA-256 ${dictionary.sha256}` }
      : { value: dictionary.name };
  return [
    { name: 'game', value: game },
    { name: 'seed', value: seed },
    ...(playerSeed === undefined ? [] : [{ name: 'player seed', value: playerSeed }]),
    ...(mirrored ? [{ name: 'mirrored', value: 'each seat draws tiles in its own order' }] : []),
    { name: 'id', value: id },
    ...(rejudged ? [{ name: 'instead of', value: rejudged.join(', ') }] : []),
    { name: 'started', value: startedAt },
    ...(result ? [{ name: 'took', value: duration(result.ms) }] : []),
    { name: 'word list', ...list },
    { name: 'played by', value: played, ...other },
    { name: 'machine', value: `Node ${host.node}, ${host.platform}, ${host.cpus} processors` },
    ...(result ? hostingFacts(result) : []),
    { name: 'events', value: String(events.length) },
  ];
}

function hostingFacts({ sandbox, memory, loopDelayMs }: Result): readonly Fact[] {
  const limit = memory === 'group' ? 'by a control group' : 'by polling';
  return [
    { name: 'sandbox', value: sandbox },
    ...(memory === undefined ? [] : [{ name: 'memory limit', value: limit }]),
    ...measured('the host was late by', loopDelayMs),
  ];
}
