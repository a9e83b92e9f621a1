import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostFailure } from '../../core/errors.ts';
import type { AnalysisReport } from '../../views/analysis/report.ts';
import { LineProcess } from './line-process.ts';

/** A game takes about a second. */
const LONGEST_MS = 30_000;
const IDLE_MS = 60_000;
const MOST_WAITING = 20;

/**
 * Analyzes records one after another in another process, so that a server goes on meanwhile. The process starts
 * with the first record and ends when none has come for a minute.
 */
export class GameAnalyst implements AsyncDisposable {
  #process: LineProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isEnded = false;
  #idle: NodeJS.Timeout | undefined;

  /** Undefined if too many records are waiting. */
  async analyze(record: string): Promise<AnalysisReport | undefined> {
    if (this.#waiting === MOST_WAITING) return undefined;
    this.#waiting++;
    const analyzing = this.#last.then(async () => await this.#analyze(record));
    this.#last = analyzing.catch(() => {});
    try {
      return await analyzing;
    } finally {
      this.#waiting--;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#idle);
    this.#process?.kill();
    await this.#last;
    await this.#end();
  }

  async #analyze(record: string): Promise<AnalysisReport> {
    if (this.#isEnded) throw new HostFailure('the server ends');
    clearTimeout(this.#idle);
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-analysis-'));
    const path = join(folder, 'game.jsonl');
    writeFileSync(path, record);
    const words = ['analyze', '-', '--jobs', '1', '--by', 'equity'];
    this.#process ??= new LineProcess(words, { reasonAfter: 'analyze: ' });
    const { kill } = this.#process;
    const late = setTimeout(() => kill.call(this.#process), LONGEST_MS);
    try {
      const answer = JSON.parse(await this.#process.ask(path)) as
        | AnalysisReport
        | { readonly problem: string };
      if ('problem' in answer) throw new HostFailure(`a game could not be analyzed: ${answer.problem}`);
      return answer;
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      clearTimeout(late);
      rmSync(folder, { recursive: true });
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #end(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    await process?.[Symbol.asyncDispose]();
  }
}
