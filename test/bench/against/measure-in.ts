import { join } from 'node:path';
import { execa } from 'execa';
import { jsonLines } from '../../support/json-lines.ts';
import { largeWordList } from '../../word-lists.ts';
import type { Figure, Skipped } from '../figure.ts';
import { Refusal } from './refusal.ts';

export interface Place {
  readonly root: string;
  readonly scratch: string;
}

export type Line = { readonly group: string } & (Figure | Skipped);

/** One group in one checkout, measured by that checkout's own program, in a process of its own. */
export async function measureIn(place: Place, group: string, stop: AbortSignal): Promise<readonly Line[]> {
  const { exitCode, stdout, stderr } = await bench(place, ['--json', group], stop);
  if (exitCode !== 0) throw new Refusal(`${group} could not be measured in ${place.root}:\n${stderr}`);
  return jsonLines<Line>(stdout);
}

/** Older commits cannot be asked for their groups, but all of them name them to whoever asks for another one. */
export async function groupsOf(place: Place, stop: AbortSignal): Promise<readonly string[]> {
  const { stderr } = await bench(place, ['no-group-has-this-name'], stop);
  const names = /there are (.+)$/m.exec(stderr)?.[1];
  if (names === undefined) throw new Refusal(`--against: its benchmark does not name its groups:\n${stderr}`);
  return names.split(', ');
}

async function bench({ root, scratch }: Place, words: readonly string[], stop: AbortSignal) {
  const program = join(root, 'test', 'bench', 'bench.ts');
  const ended = await execa(process.execPath, ['--conditions=wordhost-source', program, ...words], {
    cwd: root,
    // The same word list for both, wherever they lie.
    env: { TMPDIR: scratch, ...(largeWordList && { WORDHOST_TEST_WORDS: largeWordList }) },
    cancelSignal: stop,
    reject: false,
  });
  if (ended.isCanceled) stop.throwIfAborted();
  return ended;
}
