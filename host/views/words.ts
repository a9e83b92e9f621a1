import { cut, visible } from '../core/text.ts';
import { PlayerWarnings } from '../events/player-warnings.ts';
import { errorsOf, leftBatchClass, type PlayerResult, type Result } from '../events/result.ts';
import { hasLostTurns, isOutOfTime, isSilent, ranOutOfTime, waitedAtAll } from '../events/times.ts';
import { commonReasons } from '../games/kit/verdict.ts';
import type { InWords } from '../games/presentation.ts';
import type { Table } from './reports/summary.ts';

function reasonInWords({ reason }: Result, { reasons }: InWords): string {
  const all: Readonly<Record<string, string>> = { ...commonReasons, ...reasons };
  return all[reason] ?? reason;
}

export function endingSentence(result: Result, game: InWords): string {
  const why = reasonInWords(result, game);
  const winner = result.players.find(({ seat }) => seat === result.winner);
  if (winner) return `${playerLabel(winner)} has won: ${why}`;
  return result.outcome === 'draw' ? `a draw: ${why}` : `no winner: ${why}`;
}

/** Says who has won, by how much and why, with the names of a page, on which colors replace the numbers of players. */
export function endingWords(result: Result, game: InWords, names: readonly string[]): string {
  const why = reasonInWords(result, game);
  const index = result.players.findIndex(({ seat }) => seat === result.winner);
  if (index === -1) return `${result.outcome === 'draw' ? 'A draw' : 'No winner'}: ${why}`;
  const scores = result.players.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  const own = result.players[index]!.score;
  const other = Math.max(...scores.toSpliced(index, 1));
  const by = typeof own === 'number' && Number.isFinite(other) && own > other ? ` by ${own - other}` : '';
  return `${names[result.winner! - 1]} has won${by}: ${why}`;
}

const LONGEST_SHORT_NAME = 24;

/** A number is the value of an option: `--depth 3`. It names a player only where nothing else differs. */
const NO_NAMES = [/^[-\d]/, /^-/];

/** Short names for pages: a player without its own name is called by the last word of its command. */
export function shortPlayerNames(
  players: readonly { readonly name: string; readonly command: string }[],
): readonly string[] {
  const tries = NO_NAMES.map((noName) =>
    players.map(({ name, command }) => {
      if (!name.startsWith(command)) return name;
      const word = command.split(/\s+/).findLast((each) => !noName.test(each)) ?? command;
      return `${word.slice(word.lastIndexOf('/') + 1) || word}${name.slice(command.length)}`;
    }),
  );
  const short = tries.find((names) => new Set(names).size === names.length);
  return (short ?? players.map(({ name }) => name)).map((name) => cut(visible(name), LONGEST_SHORT_NAME));
}

const LONGEST_NAME = 60;

/** The number on the command line and the name, because seats change. */
export function playerLabel({ entry, name }: { readonly entry: number; readonly name: string }): string {
  return `player ${entry} (${cut(visible(name), LONGEST_NAME)})`;
}

export interface PlayerEnding extends Pick<PlayerResult, 'cause' | 'offence' | 'exit'> {
  readonly outcome: string;
}

export function outcomeWords({ outcome, cause, offence, exit }: PlayerEnding): string {
  if (cause) return `${outcome} (${cause}${cause === 'closed' ? '' : exitWords(exit)})`;
  return offence ? `${outcome} (${cut(visible(offence.rule), LONGEST_NAME)})` : outcome;
}

export function exitWords(
  exit: { readonly code: number | null; readonly signal: string | null } | null,
): string {
  if (exit?.signal) return `: ${exit.signal}`;
  return typeof exit?.code === 'number' ? `: status ${exit.code}` : '';
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** `turnMs` is the limit of each turn. */
export function lostTurnsWords(
  { timeouts, cpuTimeouts, answers }: PlayerResult,
  turnMs: number | undefined,
): string {
  const each = turnMs === undefined ? '' : ` (${duration(turnMs)} each)`;
  const cpu = typeof cpuTimeouts === 'number' ? `, ${cpuTimeouts} of them because of processor time` : '';
  const of = answers === undefined ? '' : ` of ${answers}`;
  return `ran out of time in ${timeouts}${of} ${answers === 1 ? 'turn' : 'turns'}${each}${cpu}`;
}

const LONGEST_NAME_IN_TABLE = 40;

export function playersTable(
  { players }: Pick<Result, 'players'>,
  { figures }: Pick<InWords, 'figures'>,
): Table {
  const hasBanks = players.some(({ bankMs }) => bankMs !== undefined);
  const ofBanks = hasBanks ? ['time left', 'points off'] : [];
  const hasErrors = !('errors' in figures) && players.some((player) => errorsOf(player) > 0);
  const ofErrors = hasErrors ? ['errors'] : [];
  const headings = [
    'seat',
    'player',
    'outcome',
    ...Object.values(figures),
    ...ofErrors,
    'thinking',
    ...ofBanks,
  ];
  const rows = players.map((player) => [
    ...playerRow(player, Object.keys(figures)),
    ...(hasErrors ? [String(errorsOf(player))] : []),
    duration(player.thinkMs),
    ...(hasBanks ? bankCells(player) : []),
  ]);
  return { headings, rows };
}

function playerRow(player: PlayerResult, figures: readonly string[]): string[] {
  const counts = figures.map((figure) => String(player[figure] ?? ''));
  const { seat, entry } = player;
  // The seats of this game differ from the command line.
  const whose = seat === entry ? '' : ` (player ${entry})`;
  const name = `${cut(visible(player.name), LONGEST_NAME_IN_TABLE)}${whose}`;
  return [String(seat), name, outcomeWords(player), ...counts];
}

/** Undefined for players that were never in the game. */
function bankCells({ bankMs, pointsOff }: PlayerResult): string[] {
  if (typeof bankMs !== 'number') return ['', ''];
  return [`${bankMs < 0 ? '-' : ''}${duration(Math.abs(bankMs))}`, String(pointsOff)];
}

/** A player that left the batch class wins more races. */
export function schedulingNotes({ players }: Result): readonly string[] {
  return players
    .filter(leftBatchClass)
    .map(
      (player) =>
        `${playerLabel(player)} left the batch scheduling class: it was ${visible(player.scheduling!)}`,
    );
}

export function warningsIn(result: Result): readonly string[] {
  const warnings = new PlayerWarnings();
  warnings.take(1, result);
  return warningNotes(warnings, result.players);
}

export function warningNotes(
  warnings: PlayerWarnings,
  players: readonly { readonly entry: number; readonly name: string }[],
): readonly string[] {
  return players.flatMap((player) =>
    warnings.of(player.entry).map((text) => `${playerLabel(player)} ${text}`),
  );
}

const MOST_NAMED = 10;

/** The user may be allowed to end what the host could not. */
export function survivorsNote(player: PlayerResult, pids: readonly number[]): string {
  const named = pids.slice(0, MOST_NAMED).join(', ');
  const more = pids.length > MOST_NAMED ? ` and ${pids.length - MOST_NAMED} more` : '';
  const what = pids.length === 1 ? 'process is' : 'processes are';
  return `${playerLabel(player)}: ${pids.length} ${what} still running and could not be ended (pid ${named}${more})`;
}

/** Figures of an overloaded machine that may explain a timeout, and the remedy. */
export function overloadNote(result: Result): string | undefined {
  if (!result.overloaded) return undefined;
  const late = result.players.filter((player) => ranOutOfTime(player, result.reason) || hasLostTurns(player));
  const facts = late.flatMap(waited);
  if (typeof result.loopDelayMs === 'number')
    facts.push(`the host was delayed by up to ${duration(result.loopDelayMs)}`);
  return `the machine was overloaded: ${facts.join('; ')}. ${advice(result, late)}`;
}

function waited(player: PlayerResult): string[] {
  const { waitMs, cpuMs } = player;
  if (!waitedAtAll(waitMs)) return [];
  const had = cpuMs === null ? '' : ` and used one for ${duration(cpuMs)}`;
  return [`${playerLabel(player)} waited ${duration(waitMs)} for a processor${had}`];
}

function advice({ reason }: Result, late: readonly PlayerResult[]): string {
  const isBanked = ({ offence }: PlayerResult) => isOutOfTime(offence);
  const options = late.some(({ offence }) => isSilent(offence)) ? ['--ready-timeout'] : [];
  if (late.some(isBanked)) options.push('--time-bank');
  if (late.some(hasLostTurns)) options.push('--timeout');
  if (reason === 'stalled') options.push('--stall');
  if (reason === 'game-timeout') options.push('--game-timeout');
  return `Run fewer games at once, allow more time (${options.join(', ')}), or use a quieter machine`;
}
