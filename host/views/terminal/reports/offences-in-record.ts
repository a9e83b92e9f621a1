import type { Seat } from '../../../core/units.ts';
import { Exchanges } from '../../../events/exchanges.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import { droppedOut, type PlayerResult } from '../../../events/result.ts';
import { limitOptions } from '../../../games/kit/limit-options.ts';
import { readOption } from '../../../games/kit/option-text.ts';
import { paintFor } from '../paint.ts';
import { offenceReport } from './offence-report.ts';

export interface RecordLook {
  readonly width: number;
  /** What a word list of this name is called, where an offence is about a word. */
  readonly wordList?: (list: { readonly name: string }) => string;
}

/** Of each player that failed, left or offended in a recorded game: what a terminal showed then. */
export function offencesIn(record: GameRecord, look: RecordLook): readonly (readonly string[])[] {
  const { events, result } = record;
  const dropped = result?.players.filter(droppedOut) ?? [];
  if (!result || dropped.length === 0) return [];
  const exchanges = new Exchanges();
  const errors = new Map<Seat, string>();
  for (const event of events) {
    exchanges.take(event);
    if (event.type === 'exit') errors.set(event.seat, event.stderr?.join('\n') ?? '');
  }
  const { sandbox } = result;
  return dropped.map((player) => {
    const said = {
      exchanges: exchanges.with(player.seat),
      stderr: errors.get(player.seat) ?? '',
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

/** A record has options by their texts. */
function readyMsOf({ header }: GameRecord): number {
  const text = header.options['ready-timeout'];
  const read = typeof text === 'string' ? readOption(limitOptions['ready-timeout'], text) : undefined;
  return read?.ok ? Number(read.value) / 1e6 : 0;
}
