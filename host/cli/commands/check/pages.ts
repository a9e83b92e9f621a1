import { existsSync, opendirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { visible, visibleLines } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { makeFolders } from '../../../files/make-folders.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { readStart } from '../../../files/read-start.ts';
import { writeWhole } from '../../../files/write-whole.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import type { NamedBot } from './bots-in-folder.ts';
import { leftOutLines, stepLines, verdictLines } from './report.ts';
import { type Outcome, outcomeOf } from './step-lines.ts';

/** By which a page is known again, so that nothing else is written over. */
const HEAD = 'wordhost check ';
const look = { paint: paintFor(false), width: 120 };

/** A text for each bot, in a folder: all steps, as on a terminal. */
export class BotPages {
  readonly folder: string;
  readonly #paths: ReadonlyMap<NamedBot, string>;

  /** What cannot be written is a usage error, before anything is started. */
  constructor(folder: string, bots: readonly NamedBot[]) {
    this.folder = folder;
    makeFolder(folder);
    const names = new Set<string>();
    this.#paths = new Map(bots.map((bot) => [bot, join(folder, `${ownName(bot.name, names)}.txt`)]));
    for (const path of this.#paths.values()) refuseOthers(path);
  }

  write(game: string, bot: NamedBot, steps: readonly CheckedStep[]): void {
    const counts: Record<Outcome, number> = { ok: 0, 'not ok': 0, skipped: 0 };
    for (const step of steps) counts[outcomeOf(step)]++;
    const lines = [
      `${HEAD}${game} ${visible(JSON.stringify(bot.command))}`,
      '',
      ...steps.filter(({ isLeftOut }) => !isLeftOut).flatMap((step) => stepLines(step, look)),
      ...leftOutLines(steps.filter(({ isLeftOut }) => isLeftOut)),
      ...verdictLines(counts, look),
    ];
    writeWhole(this.#paths.get(bot)!, visibleLines(`${lines.join('\n')}\n`));
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(resolve(folder));
    opendirSync(folder).closeSync();
  } catch (error) {
    throw new UsageError(
      `--out ${folder}: expected a folder, or a name for a new one: ${faultInWords(error as Error)}`,
    );
  }
}

/** A command may be no name of a file, and two bots may have the same name. */
function ownName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 80) || 'bot';
  let own = plain;
  for (let number = 2; taken.has(own); number++) own = `${plain}-${number}`;
  taken.add(own);
  return own;
}

function refuseOthers(path: string): void {
  if (!existsSync(path) || readStart(path, HEAD.length).toString('latin1') === HEAD) return;
  throw new UsageError(
    `--out: ${path} is there and is no page of a check: take another folder, or remove it`,
  );
}
