import { cut } from '../../../core/text/columns.ts';
import { visible, visibleUtf8 } from '../../../core/text/visible.ts';
import type { Exchange } from '../../../events/exchanges.ts';
import type { PlayerResult } from '../../../events/result.ts';
import { excerptOfStderr } from '../../../events/stderr-excerpt.ts';
import type { Paint } from '../paint.ts';
import { type Departed, outcomeWords, whoIs } from '../words.ts';
import { markedText } from './marked-text.ts';
import { processorNote } from './processor-note.ts';

export interface OffenceFacts {
  readonly player: PlayerResult;
  readonly exchanges: readonly Exchange[];
  /** The end of its standard error, and its beginning where that is not in it. */
  readonly stderr: string;
  readonly stderrStart?: string | undefined;
  /** The level of its sandbox. */
  readonly sandbox: string;
  /** How long it had to be ready. */
  readonly readyMs?: number;
  readonly width: number;
  /** Where its words are, if the offence is about a word. */
  readonly wordList?: string | undefined;
}

/** What a player did wrong: the sentence, the last exchanges with the place marked, its standard error. */
export function offenceReport(facts: OffenceFacts, paint: Paint): string[] {
  const { player, exchanges, stderr, width } = facts;
  const { offence } = player;
  const lines = [`${paint.bad(whoIs(player))}: ${whatItDid(player)}`];
  if (!isNoProgram(player))
    for (const exchange of exchanges) lines.push(...exchangeLines(exchange, offence, width, paint));
  return [
    ...lines,
    ...(facts.wordList === undefined ? [] : [visible(`  it was looked up in ${facts.wordList}`)]),
    ...silentNote(facts),
    ...stderrLines(facts, paint),
    ...complaintHint(stderr),
    ...refusalHint(facts),
  ];
}

/** No program was there to read what it was sent. */
const isNoProgram = ({ offence }: PlayerResult): boolean =>
  offence?.kind === 'startup' && (offence.rule === 'not-found' || offence.rule === 'not-executable');

/** Of one that was not ready in time. */
function silentNote({ player, readyMs = 0 }: OffenceFacts): string[] {
  const { offence } = player;
  if (offence?.kind !== 'startup' || offence.rule !== 'silent') return [];
  const note = processorNote(player, readyMs);
  return note === undefined ? [] : [`  it ${note}`];
}

/** What it did wrong, or how it left. */
export function whatItDid(player: Departed): string {
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

export function exchangeText(exchange: Exchange): string {
  const { sign, show } = shownAs(exchange);
  return `${sign} ${show(exchange.text)}`;
}

function shownAs({ from }: Exchange) {
  return from === 'host' ? { sign: '<', show: visible } : { sign: '>', show: visibleUtf8 };
}

/** Where the fault is in this text: its byte, or the first of its line; -1 where it is elsewhere. */
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

/** What shells say of a command that they cannot read: by their own name, not by that of a file. */
const UNREADABLE =
  /^(?:\S*\/)?(?:sh|dash|bash|zsh|ksh|busybox): (?:-c: )?(?:line )?(?:\d+: )?.*(?:syntax error|unexpected EOF|unterminated|unmatched)/im;

function complaintHint(stderr: string): string[] {
  if (!UNREADABLE.test(stderr)) return [];
  return [
    '  The shell could not read the command: a quote or a bracket in it is open, or a character in it means something to',
    '  the shell. What is to reach the program as it is goes between single quotes.',
  ];
}

/** The messages of programs about a call that the system refused (EPERM), or does not have (ENOSYS). */
const REFUSED = /Operation not permitted|Function not implemented|\b(EPERM|ENOSYS)\b/i;

/** The kernel does not tell the host what it refused; only the player's own message shows it. */
function refusalHint({ player, stderr, sandbox }: OffenceFacts): string[] {
  if (sandbox !== 'strict' || (!REFUSED.test(stderr) && player.exit?.signal !== 'SIGSYS')) return [];
  return [
    '  Under --sandbox strict the system refuses calls that reach beyond a player, such as those for namespaces,',
    '  debuggers and priorities (docs/reference/hosting.md, "System calls"): that may be what it met.',
  ];
}
