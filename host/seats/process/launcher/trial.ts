import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import { quoted, quotedWords } from '../../../files/shell.ts';
import { Deadline } from '../../deadline.ts';
import { DrainedPipe } from '../pipes/pipe-reader.ts';
import { findProgram } from '../processes/find-program.ts';
import { type Launcher, LONGEST_TRIAL_MS } from './launcher.ts';
import { orders, type Slot } from './launcher-script.ts';
import { type ExitStatus, StartedCommand } from './started-command.ts';

const LONGEST_END_MS = 1_000;

interface Trial {
  /** The program can read the file on descriptor 9. */
  readonly file?: string | undefined;
  /** The first player follows, so a successful trial does not wait until everything is closed. */
  readonly isLast?: boolean;
}

/** Runs a small system program to its end. Returns what went wrong. */
export async function tryProgram(
  launcher: Launcher,
  argv: readonly string[],
  { file, isLast = false }: Trial = {},
): Promise<string | undefined> {
  const [name = ''] = argv;
  const first = await launcher.triedFirst({ argv, file });
  if (first === 'well') return undefined;
  if (first === 'hung') return hung(name);
  // The output is needed after a failure.
  const running = run(launcher, argv, file);
  if (isLast) launcher.makePipes().catch(() => {});
  const { ended, closed, errors } = await running;
  if (isLast && isWell(ended)) return undefined;
  await closed;
  if (ended === 'hung') return hung(name);
  if (isWell(ended)) return undefined;
  const status = ended?.code ?? ended?.signal ?? 'unknown';
  return errors().trim() || `${basename(name)} exited with status ${status}`;
}

const hung = (name: string) => `${name} did not exit within ${LONGEST_TRIAL_MS / 1_000} s`;
const isWell = (ended: Run['ended']) => ended !== 'hung' && ended?.code === 0;

const helps = new Map<string, string>();

const learning = new Map<string, Promise<void>>();

/** Older versions of a program have fewer options. Its help, read once in a run, lists them. */
export function learnOptions(launcher: Launcher, name: string): Promise<void> {
  const known = learning.get(name) ?? readHelp(launcher, name);
  learning.set(name, known);
  known.catch(() => learning.delete(name));
  return known;
}

async function readHelp(launcher: Launcher, name: string): Promise<void> {
  const program = findProgram(name);
  if (program === undefined) return;
  const { closed, output, errors } = await run(launcher, [program, '--help']);
  await closed;
  helps.set(name, output() + errors());
}

/** Returns false for programs that do not exist. */
export function supportsOption(name: string, option: string): boolean {
  return helps.get(name)?.includes(option) === true;
}

export function lacksOption(name: string, option: string): boolean {
  return helps.get(name)?.includes(option) === false;
}

interface Run {
  /** Undefined if no process could report the end. */
  readonly ended: ExitStatus | 'hung' | undefined;
  readonly closed: Promise<unknown>;
  /** The whole output, once it is closed. */
  output(): string;
  errors(): string;
}

async function run(launcher: Launcher, argv: readonly string[], file?: string): Promise<Run> {
  const slot = await launcher.slot();
  closeSync(slot.input);
  const [output, errors] = [slot.output, slot.errors].map((end) => new DrainedPipe(end, noClock));
  const over = Promise.withResolvers<Run['ended']>();
  const command = new StartedCommand(launcher, slot, orders(script(argv, slot, file), slot), {
    started: slot.release,
    ended: over.resolve,
    failed: () => over.resolve(undefined),
  });
  const deadline = new Deadline(LONGEST_TRIAL_MS, () => over.resolve('hung'));
  const ended = await over.promise;
  deadline[Symbol.dispose]();
  const close = async () => {
    await command.end(ended === 'hung' ? 0 : LONGEST_END_MS);
    slot.release();
    await Promise.all([output!.finish(), errors!.finish()]);
  };
  return { ended, closed: close(), output: () => output!.text, errors: () => errors!.text };
}

const noClock = () => 0;

/** The slot stays and reports how the program ended, without the shell's message about signals. */
function script(argv: readonly string[], { prefix }: Slot, file: string | undefined): string[] {
  return [
    `exec 1>${quoted(`${prefix}5`)} 2>${quoted(`${prefix}6`)} 4<&- 5<&- 6<&- 7<&-`,
    'echo started >&8',
    ...(file === undefined ? [] : [`exec 9<${quoted(file)}`]),
    'exec 6>&2 2>/dev/null',
    `(exec ${quotedWords(argv)} </dev/null 2>&6 3<&- 6>&- 8>&-)`,
    'echo ended $? >&8',
    'exit',
  ];
}
