import { cut, visible, visibleUtf8, widthOf } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import { type Exchange, Exchanges, excerptOfStderr, type Silence } from '../../events/exchanges.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { droppedOut, type PlayerResult, type Result } from '../../events/result.ts';
import { hasLostTurns, isSilent, type LateTurnFacts, LateTurns, ranOutOfTime } from '../../events/times.ts';
import { limitOptions, readOption } from '../../games/kit/option.ts';
import { STAYS } from '../../games/kit/verdict.ts';
import { duration, lostTurnsWords, outcomeWords, type PlayerEnding, playerLabel } from '../words.ts';
import { type Paint, paintFor } from './paint.ts';

interface OffenceFacts {
  readonly player: PlayerResult;
  readonly exchanges: readonly Exchange[];
  /** The end of standard error. `stderrStart` has its beginning if that is missing here. */
  readonly stderr: string;
  readonly stderrStart?: string | undefined;
  readonly sandbox: string;
  /** The limit for being ready. */
  readonly readyMs?: number;
  /** Turns that ran out, if they were measured. */
  readonly lateTurns?: LateTurnFacts | undefined;
  readonly width: number;
  /** The location of the word list, for offenses about a word. */
  readonly wordList?: string | undefined;
}

/** The sentence, the last exchanges with the fault marked, and standard error. */
export function offenceReport(facts: OffenceFacts, paint: Paint): string[] {
  const { player, exchanges, stderr, width } = facts;
  const { offence } = player;
  const lines = [`${paint.bad(playerLabel(player))}: ${offenceSentence(player)}`];
  if (!isNoProgram(player))
    for (const exchange of exchanges) lines.push(...exchangeLines(exchange, offence, width, paint));
  return [
    ...lines,
    ...(facts.wordList === undefined ? [] : [visible(`  it was looked up in ${facts.wordList}`)]),
    ...silentNote(facts),
    ...(player.cause && !offence ? [`  ${STAYS}`] : []),
    ...stderrLines(facts, paint),
    ...complaintHint(stderr),
    ...refusalHint(facts),
  ];
}

/** The program did not start, so nothing read its input. */
const isNoProgram = ({ offence }: PlayerResult): boolean =>
  offence?.kind === 'startup' && (offence.rule === 'not-found' || offence.rule === 'not-executable');

/** Tells whether a player that was late waited or computed. */
function silentNote({ player, readyMs = 0, lateTurns }: OffenceFacts): string[] {
  const { offence } = player;
  if (offence?.kind === 'time' && offence.rule === 'timeouts') return indented(lateTurnsNote(lateTurns));
  if (!isSilent(offence)) return [];
  const note = processorNote(player, readyMs);
  return indented(note && `it ${note}`);
}

const indented = (note: string | undefined): string[] => (note === undefined ? [] : [`  ${note}`]);

export function offenceSentence(player: PlayerEnding): string {
  const { offence } = player;
  if (!offence) return outcomeWords(player);
  const what = offence.kind === 'startup' ? 'could not be started' : offence.kind;
  return visible(`${what} (${offence.rule}): ${offence.detail}`);
}

function exchangeLines(
  exchange: Exchange,
  offence: PlayerResult['offence'],
  width: number,
  paint: Paint,
): string[] {
  const { text } = exchange;
  const place = offence ? placeIn(exchange, offence) : -1;
  if (place < 0 || place >= text.length) return [cut(`  ${exchangeText(exchange)}`, width)];
  const { sign, show } = shownAs(exchange);
  const marked = markedText(text, place, show, width - 4);
  const [shown, column] = [`  ${sign} ${marked.shown}`, 4 + marked.column];
  return [shown, `${' '.repeat(column)}${paint.bad('^')} ${offence?.unit} ${offence?.at}`];
}

function exchangeText(exchange: Exchange): string {
  const { sign, show } = shownAs(exchange);
  return `${sign} ${show(exchange.text)}`;
}

function shownAs({ from }: Exchange) {
  return from === 'host' ? { sign: '<', show: visible } : { sign: '>', show: visibleUtf8 };
}

/** The offset of the fault in this text, or -1. */
function placeIn(
  { from, text, offset, lines }: Exchange,
  { at, unit }: NonNullable<PlayerResult['offence']>,
): number {
  if (from === 'host' || at === undefined) return -1;
  if (unit !== 'line') return at - offset;
  let place = 0;
  for (let line = lines + 1; line < at; line++) {
    const end = text.indexOf('\n', place);
    if (end === -1) return -1;
    place = end + 1;
  }
  return at > lines ? place : -1;
}

export function stderrLines(
  { stderr, stderrStart }: Pick<OffenceFacts, 'stderr' | 'stderrStart'>,
  paint: Paint,
): string[] {
  const { lines, which } = excerptOfStderr(stderr, stderrStart);
  if (lines.length === 0) return [];
  const heading = which === undefined ? 'the end of its standard error:' : `its standard error, ${which}:`;
  return [`  ${paint.dim(heading)}`, ...lines.map((line) => `  | ${line}`)];
}

/** Messages of shells about an unreadable command begin with the shell's name. */
const UNREADABLE =
  /^(?:\S*\/)?(?:sh|dash|bash|zsh|ksh|busybox): (?:-c: )?(?:line )?(?:\d+: )?.*(?:syntax error|unexpected EOF|unterminated|unmatched)/im;

function complaintHint(stderr: string): string[] {
  if (!UNREADABLE.test(stderr)) return [];
  return [
    '  The shell could not parse the command: a quote or a bracket is not closed, or a character has a special meaning for',
    '  the shell. Put text for the program between single quotes.',
  ];
}

/** Messages of programs about refused (EPERM) or missing (ENOSYS) system calls. */
const REFUSED = /Operation not permitted|Function not implemented|\b(EPERM|ENOSYS)\b/i;

/** The kernel does not report refusals to the host, so only the player's message shows them. */
function refusalHint({ player, stderr, sandbox }: OffenceFacts): string[] {
  if (sandbox !== 'strict' || (!REFUSED.test(stderr) && player.exit?.signal !== 'SIGSYS')) return [];
  return [
    '  Under --sandbox strict some system calls are not allowed, such as those for namespaces,',
    '  debuggers and priorities: this may be the cause. They are listed in reference/hosting.md under',
    '  "System calls"; `wordhost --help` says where the documents are.',
  ];
}

export interface SilentFacts {
  readonly player: PlayerResult;
  readonly result: Pick<Result, 'ms' | 'reason'>;
  readonly exchanges: readonly Exchange[];
  readonly silence: Silence;
  readonly lateTurns: LateTurnFacts | undefined;
  readonly turnMs: number | undefined;
  /** Why a player of this game may not answer. */
  readonly overlooked: string | undefined;
  readonly stderr: string;
  readonly stderrStart?: string | undefined;
  readonly width: number;
}

/** A user ends a game after a wait of this length. */
const LONG_MS = 3000;

/** A player that delayed the game is reported like an offender, although it broke no rule. */
export function isSlow(
  player: PlayerResult,
  { reason, ms }: Pick<Result, 'ms' | 'reason'>,
  exchanges: readonly Exchange[],
  { wroteAt = Number.NEGATIVE_INFINITY, isAwaited }: Silence,
): boolean {
  if (player.offence) return false;
  if (hasLostTurns(player)) return true;
  if (!isAwaited) return false;
  if (ranOutOfTime(player, reason)) return true;
  // The game was over before this text.
  const told = exchanges.findLast(({ from, t }) => from === 'host' && t / 1e6 < ms)?.t;
  if (reason !== 'interrupted' || told === undefined) return false;
  return wroteAt < told && ms - Math.max(0, told / 1e6) >= LONG_MS;
}

/** A ready player said nothing until the time of the game was over. */
export function wasSilent(
  { outcome, offence }: PlayerResult,
  { reason }: Pick<Result, 'reason'>,
  silence: Silence,
  timeUp: string | undefined,
): boolean {
  if (reason !== timeUp || offence || outcome === 'left') return false;
  return wroteInGame(silence) === undefined;
}

/** The last exchanges, and whether the player itself waited. */
export function silentReport(facts: SilentFacts, paint: Paint): string[] {
  const { player, exchanges, width, turnMs } = facts;
  const why = hasLostTurns(player) ? lostTurnsWords(player, turnMs) : sinceWhen(facts);
  return [
    `${paint.bold(playerLabel(player))}: ${why}`,
    ...exchanges.map((exchange) => cut(`  ${time(exchange.t)} ${exchangeText(exchange)}`, width)),
    ...[...notes(facts)].map((note) => `  ${visible(note)}`),
    ...stderrLines(facts, paint),
  ];
}

function sinceWhen({ result: { ms }, silence }: SilentFacts): string {
  const wrote = wroteInGame(silence);
  if (wrote === undefined) return `was ready, and then wrote nothing during the ${duration(ms)} of the game`;
  return `wrote nothing in the last ${duration(Math.max(0, ms - wrote))} of the game`;
}

function* notes(facts: SilentFacts): Generator<string> {
  const { player, result, silence, lateTurns, overlooked } = facts;
  const { unfinished } = player;
  if (unfinished !== undefined) yield `its last message was incomplete: it ${unfinished}`;
  const inTurns = hasLostTurns(player);
  if (inTurns) {
    const used = lateTurnsNote(lateTurns);
    if (used !== undefined) yield used;
    return;
  }
  const used = processorNote(player, result.ms);
  if (used !== undefined) yield `it ${used}`;
  const answered = wroteInGame(silence) !== undefined || unfinished !== undefined;
  if (!answered && overlooked !== undefined) yield overlooked;
}

function lateTurnsNote(lateTurns: LateTurnFacts | undefined): string | undefined {
  const used = lateTurns && processorNote(lateTurns, lateTurns.givenMs);
  return used && `in the turns that timed out it ${used}`;
}

/** Time since the start of the game. */
function time(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}

/** Milliseconds since the start of the game. Undefined without a message after `ready`. */
function wroteInGame({ wroteAt = 0 }: Silence): number | undefined {
  return wroteAt > 0 ? wroteAt / 1e6 : undefined;
}

interface RecordLook {
  readonly width: number;
  /** The name of a word list, for offenses about a word. */
  readonly wordList?: (list: { readonly name: string }) => string;
}

/** The reports of a recorded game, as a terminal shows them. */
export function offencesIn(record: GameRecord, look: RecordLook): readonly (readonly string[])[] {
  const { events, result } = record;
  const dropped = result?.players.filter(droppedOut) ?? [];
  if (!result || dropped.length === 0) return [];
  const exchanges = new Exchanges();
  const lateTurns = new LateTurns();
  const errors = new Map<Seat, string>();
  for (const event of events) {
    exchanges.take(event);
    lateTurns.take(event);
    if (event.type === 'exit') errors.set(event.seat, event.stderr?.join('\n') ?? '');
  }
  const { sandbox } = result;
  return dropped.map((player) => {
    const said = {
      exchanges: exchanges.with(player.seat),
      stderr: errors.get(player.seat) ?? '',
      lateTurns: lateTurns.of(player.seat),
      wordList: wordListOf(record, player, look),
    };
    return offenceReport(
      { player, ...said, sandbox, width: look.width, readyMs: readyMsOf(record) },
      paintFor(false),
    );
  });
}

function wordListOf(
  { game, header }: GameRecord,
  { offence }: PlayerResult,
  { wordList }: RecordLook,
): string | undefined {
  const isAboutWord = offence !== undefined && game.wordRules?.includes(offence.rule);
  return isAboutWord ? wordList?.(header.dictionary) : undefined;
}

/** A record has options as texts. */
function readyMsOf({ header }: GameRecord): number {
  const text = header.options['ready-timeout'];
  const read = typeof text === 'string' ? readOption(limitOptions['ready-timeout'], text) : undefined;
  return read?.ok ? Number(read.value) / 1e6 : 0;
}

/** Milliseconds. Null if unreadable. */
interface ProcessorUse {
  readonly cpuMs: number | null;
  /** The time in which it was ready and had no processor. */
  readonly waitMs?: number | null | undefined;
}

/** Below and above these shares of the time, the behavior of a player is clear. */
const [WAITS, COMPUTES] = [1 / 10, 8 / 10];
/** A player that waits for a busy machine must not be taken for one that computes. */
const LEAST_COMPUTED_MS = 1000;

/** Tells whether a player waited or computed, if known. */
export function processorNote({ cpuMs, waitMs }: ProcessorUse, givenMs: number): string | undefined {
  if (cpuMs === null || givenMs <= 0) return undefined;
  const used = `used ${seconds(cpuMs)} of processor time`;
  const wanted = cpuMs + (waitMs ?? 0);
  if (wanted < givenMs * WAITS) return `${used}: it waits`;
  if (wanted > givenMs * COMPUTES && cpuMs > LEAST_COMPUTED_MS) return `${used}: it computes`;
  const waited = (waitMs ?? 0) > cpuMs ? `, and waited ${seconds(waitMs!)} for a processor` : '';
  return `${used} in ${seconds(givenMs)}${waited}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

interface MarkedText {
  readonly shown: string;
  readonly column: number;
}

/** Marks a column. A long text is cut around it. */
export function markedText(
  text: string,
  place: number,
  show: (part: string) => string,
  width: number,
): MarkedText {
  const whole = show(text.slice(0, place));
  const start = widthOf(whole) < width ? 0 : Math.max(0, place - Math.floor(width / 2));
  const before = start === 0 ? whole : `…${show(text.slice(start, place))}`;
  return {
    shown: cut(`${before}${show(text.slice(place))}`, width),
    column: Math.min(widthOf(before), Math.max(0, width - 1)),
  };
}
