import { Transform, type TransformCallback } from 'node:stream';

/*
 * What `npm test` prints, from the results as tap writes them: a line for each file, each failure with what is known of it,
 * what was skipped and why, and the sum. tap's own reports draw the screen again for each of 20,000 results: a tenth of the
 * time of all tests.
 */

const RESULT = /^( *)(not )?ok \d+(?: - (.*?))?(?: # time=([\d.]+)ms)?(?: # (SKIP|TODO)\b ?(.*?))?\s*$/;
const SUBTEST = /^( *)# Subtest: (.*)$/;
const SUM = /^# (\{ total: .*\})$/;
const SECONDS = /^# time=([\d.]+)ms$/;

const depthOf = (indent: string) => indent.length / 4;
/** Results may hold what tests of escapes print. */
const plain = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (each) => JSON.stringify(each).slice(1, -1));

export default class Report extends Transform {
  #rest = '';
  /** Of the tests that the next line is in. */
  #names: string[] = [];
  /** The path of the failure that was printed last: the tests that it is in fail, too, and are not printed. */
  #failed: readonly string[] = [];
  /** How far the lines are indented that tell more of a failure. */
  #indent: string | undefined;
  readonly #skipped = new Map<string, number>();
  #sum = '';

  override _transform(chunk: Buffer | string, _: BufferEncoding, done: TransformCallback): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#rest !== '') this.#read(this.#rest);
    for (const [why, times] of this.#skipped) this.#print(`skipped ${times}: ${why}`);
    if (this.#sum !== '') this.#print(this.#sum);
    done();
  }

  #print(line: string): void {
    this.push(`${plain(line)}\n`);
  }

  #read(line: string): void {
    if (this.#indent !== undefined && this.#tellsMore(line, this.#indent)) return;
    const subtest = SUBTEST.exec(line);
    if (subtest) {
      this.#names.splice(depthOf(subtest[1]!), Number.POSITIVE_INFINITY, subtest[2]!);
      return;
    }
    const result = RESULT.exec(line);
    if (result) this.#result(result);
    else if (line.startsWith('Bail out!')) this.#print(line);
    else this.#total(line);
  }

  #result([, indent, not, name = '', time, directive, why]: RegExpExecArray): void {
    const depth = depthOf(indent!);
    const path = [...this.#names.slice(0, depth), name];
    this.#names = path.slice(0, depth);
    if (directive === 'SKIP') this.#skipped.set(why || name, (this.#skipped.get(why || name) ?? 0) + 1);
    const isBad = not !== undefined && directive === undefined;
    if (isBad && !isWithin(this.#failed, path)) {
      this.#failed = path;
      this.#indent = `${indent}  `;
      this.#print(`\nfailed: ${path.join(' > ')}`);
    }
    if (depth === 0) this.#print(`${isBad ? 'FAILED' : 'ok    '} ${name}${inSeconds(time)}`);
  }

  /** Whether a line belongs to the failure before it. */
  #tellsMore(line: string, indent: string): boolean {
    const isPart = line.startsWith(indent);
    if (isPart && !/^ *(---|\.\.\.)$/.test(line)) this.#print(line.slice(indent.length - 2));
    if (!isPart || line === `${indent}...`) this.#indent = undefined;
    return isPart;
  }

  #total(line: string): void {
    const [sum, time] = [SUM.exec(line)?.[1], SECONDS.exec(line)?.[1]];
    if (sum) {
      const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(sum)?.[1] ?? 0);
      this.#sum = `# ${count('pass')} passed, ${count('skip')} skipped, ${count('fail')} failed`;
    } else if (time && this.#sum) this.#sum += inSeconds(time);
  }
}

const inSeconds = (time: string | undefined) => (time ? ` (${(Number(time) / 1000).toFixed(1)} s)` : '');

const isWithin = (path: readonly string[], test: readonly string[]) =>
  path.length > test.length && test.every((name, index) => path[index] === name);

// As a program: of results on standard input.
if (import.meta.main) process.stdin.pipe(new Report()).pipe(process.stdout);
