import { HostFailure } from '../../../core/errors.ts';
import { faultWithPath } from '../../../files/file-fault.ts';
import type { SandboxLevel } from '../../../match/seat.ts';
import { Deadline } from '../../deadline.ts';
import { findProgram } from '../processes/find-program.ts';
import { OrphanList } from '../processes/player-processes.ts';
import { hasChildLists, hasProc, processFacts } from '../processes/proc.ts';
import { Dialogue, inheritedDescriptors } from './dialogue.ts';
import {
  type Helpers,
  isSameTrial,
  launcherScript,
  openEnds,
  type PipeNames,
  type Slot,
  type SlotPipes,
  TRIAL_IS_OVER,
  TRIED,
  type TrialCommand,
} from './launcher-script.ts';

const running = new Map<boolean, Promise<Launcher>>();

/** Untrusted bots inherit nothing of what the host itself inherited. */
export async function launcherFor(
  sandbox: 'auto' | SandboxLevel,
  first?: () => TrialCommand | undefined,
): Promise<Launcher> {
  const withholds = sandbox === 'strict';
  const before = running.get(withholds);
  // Starts the first launcher at once, in parallel with its caller.
  const known = before === undefined ? undefined : await before.catch(() => undefined);
  if (known?.lives) return known;
  const started = Launcher.start(withholds ? inheritedDescriptors() : [], undefined, first);
  running.set(withholds, started);
  return await started.catch((error: Error) => {
    throw new HostFailure(`cannot start players: ${faultWithPath(error)}`);
  });
}

const kindsHere: readonly [PipeNames, ...PipeNames[]] = hasProc
  ? ['none', 'private folder']
  : ['private folder'];

/** The time limit of trials of system programs. */
export const LONGEST_TRIAL_MS = 10_000;

/** Players of a game mostly end together, so one order waits for all. */
const SOON_MS = 3;

const NO_ANSWER = `the process that starts players (/bin/sh) did not answer within ${LONGEST_TRIAL_MS / 1_000} s`;

/** Starts all others, because the cost of a start grows with the size of the process that forks. */
export class Launcher {
  /** Pipes with names could be opened by others for a moment. */
  readonly names: PipeNames;
  /** Helpers that passed their trial. */
  readonly helpers: Helpers;
  readonly #dialogue: Dialogue;
  readonly #first: TrialCommand | undefined;
  readonly #counted: boolean;
  /** Pipes made in advance, before anybody plays. */
  #made: MadePipes | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** The last slot of each process id, because the system reuses ids. */
  readonly #slots = new Map<number, Slot>();
  /** Slots without a known process id. */
  readonly #starting = new Set<Promise<unknown>>();
  /** Ended slots that the shell must wait for. */
  readonly #ended: Slot[] = [];
  #orphans: Promise<OrphanList | undefined> | undefined;

  private constructor(
    dialogue: Dialogue,
    names: PipeNames,
    { chrt, env }: Helpers,
    first: TrialCommand | undefined,
    answer: string,
  ) {
    const said = words(answer, 'launcher');
    this.#dialogue = dialogue;
    this.#first = first;
    this.names = names;
    this.#counted = said.includes('counted');
    this.helpers = {
      chrt: said.includes('batch') ? chrt : undefined,
      env: said.includes('signals') ? env : undefined,
    };
  }

  /** Prefers pipes without names. */
  static async start(
    withheld: readonly number[],
    kinds = kindsHere,
    first?: () => TrialCommand | undefined,
  ): Promise<Launcher> {
    const [names, ...others] = kinds;
    try {
      const helpers = { chrt: findProgram('chrt'), env: findProgram('env') };
      return await Launcher.#startWith({ names, helpers, first }, withheld);
    } catch (error) {
      // A trial may have ended the launcher.
      if (first !== undefined) return await Launcher.start(withheld, kinds);
      const [other] = others;
      if (other === undefined) throw error;
      return await Launcher.start(withheld, [other]);
    }
  }

  /** A helper hangs if the launcher does not answer, so the next try leaves them out. */
  static async #startWith(beginning: Beginning, withheld: readonly number[]): Promise<Launcher> {
    const { names, helpers } = beginning;
    const opened = Dialogue.open(withheld);
    const dialogue = opened instanceof Dialogue ? opened : await opened;
    const first = beginning.first?.();
    let hangs = false;
    using _ = new Deadline(LONGEST_TRIAL_MS, () => {
      hangs = true;
      dialogue.kill();
    });
    try {
      if (first !== undefined) dialogue.expect(TRIED);
      const asked = [dialogue.ask(launcherScript(names, helpers, first)), dialogue.ask('pipes\n')] as const;
      dialogue.tellNow();
      const answers = await Promise.all(asked);
      const ofScript = answers.findIndex((answer) => answer.startsWith('launcher'));
      dialogue.tell(TRIAL_IS_OVER);
      const launcher = new Launcher(dialogue, names, helpers, first, answers[ofScript] ?? '');
      launcher.#made = pipesFrom(answers[1 - ofScript] ?? '');
      return launcher;
    } catch (error) {
      dialogue.close();
      if (!hangs) throw error;
      if ((helpers.chrt ?? helpers.env) === undefined) throw new Error(NO_ANSWER);
      const none = { chrt: undefined, env: undefined };
      return await Launcher.#startWith({ ...beginning, helpers: none }, withheld);
    }
  }

  get lives(): boolean {
    const { pid, over } = this.#dialogue;
    return !over && (!hasProc || processFacts(pid)?.living === true);
  }

  /** The result of the first trial, if it was this command. */
  async triedFirst(asked: TrialCommand): Promise<'well' | 'badly' | 'hung' | undefined> {
    if (this.#first === undefined || !isSameTrial(this.#first, asked)) return undefined;
    const line = await this.#dialogue.hear(TRIED, LONGEST_TRIAL_MS);
    if (line === '') return 'hung';
    return line === `${TRIED} 0` ? 'well' : 'badly';
  }

  async slot(): Promise<Slot> {
    const { started } = await this.#inTurn(async () => ({ started: this.#start(await this.#pipes()) }));
    return await started;
  }

  async #start({ pipes, prefix }: MadePipes): Promise<Slot> {
    const answer = this.#ask('slot\n');
    this.#starting.add(answer);
    try {
      const [pid] = words(await answer, 'slot');
      const inside = this.names === 'none' ? '/proc/self/fd/' : prefix;
      const slot = { ...pipes, pid: Number(pid), prefix: inside, counted: this.#counted };
      this.#slots.set(slot.pid, slot);
      return slot;
    } catch (error) {
      pipes.close();
      throw error;
    } finally {
      this.#starting.delete(answer);
    }
  }

  /** Makes the pipes of the next slot in advance. Pipes with names exist as briefly as possible. */
  async makePipes(): Promise<void> {
    if (this.names !== 'none') return;
    await this.#inTurn(async () => {
      this.#made = await this.#pipes();
    });
  }

  /** Finds orphans of the players. Undefined if the kernel has no lists of children. */
  async orphans(): Promise<OrphanList | undefined> {
    this.#orphans ??= this.#findAdopter();
    return await this.#orphans;
  }

  async #findAdopter(): Promise<OrphanList | undefined> {
    if (!hasChildLists) return undefined;
    const [adopter] = await this.#inTurn(async () => words(await this.#ask('adopter\n'), 'adopter'));
    return new OrphanList(Number(adopter), this.#dialogue.pid);
  }

  /** The slots outlive the launcher. */
  end(): void {
    this.#made?.pipes.close();
    this.#made = undefined;
    this.#dialogue.close();
  }

  /** The reaper outlives the launcher. */
  spare(reaper: number): void {
    this.#dialogue.tell(`reaper=${reaper}\n`);
  }

  forget(slot: Slot): void {
    if (this.#ended.push(slot) === 1) this.#waitSoon();
  }

  /** The exit status of an ended slot as shells report it. Undefined if another process has its number. */
  async statusOf(slot: Slot): Promise<number | undefined> {
    while (this.#starting.size > 0) await Promise.allSettled(this.#starting);
    if (!this.#hasItsNumber(slot)) return undefined;
    return Number(words(await this.#ask(`wait ${slot.pid}; echo over $?\n`), 'over')[0]);
  }

  /** A slot that is starting could get the number of an ended one, and the shell would wait for it. */
  #waitSoon(): void {
    setTimeout(() => (this.#starting.size > 0 ? this.#waitSoon() : this.#wait()), SOON_MS).unref();
  }

  #wait(): void {
    const slots = this.#ended.splice(0).filter((slot) => this.#hasItsNumber(slot));
    for (const { pid } of slots) this.#slots.delete(pid);
    if (slots.length > 0) this.#dialogue.tell(`wait ${slots.map(({ pid }) => pid).join(' ')}\n`);
  }

  /** Otherwise the launcher has waited for it, or the number would not be free. */
  #hasItsNumber(slot: Slot): boolean {
    return this.#slots.get(slot.pid) === slot;
  }

  async #pipes(): Promise<MadePipes> {
    const made = this.#made;
    this.#made = undefined;
    // The programs that make named pipes may hang.
    const asWhat = this.names === 'none' ? '' : ' while it created pipes with mktemp and mkfifo';
    return made ?? pipesFrom(await this.#ask('pipes\n', asWhat));
  }

  /**
   * A launcher that does not answer is ended. Its processes go on, and the next player gets a new launcher.
   */
  async #ask(orders: string, asWhat = ''): Promise<string> {
    let hangs = false;
    using _ = new Deadline(LONGEST_TRIAL_MS, () => {
      hangs = true;
      this.#dialogue.close();
    });
    try {
      return await this.#dialogue.ask(orders);
    } catch (error) {
      throw hangs ? new Error(`${NO_ANSWER}${asWhat}`) : error;
    }
  }

  /** The launcher has the pipes of one player at a time. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(act);
    this.#turn = result.catch(() => {});
    return result;
  }
}

interface Beginning {
  readonly names: PipeNames;
  readonly helpers: Helpers;
  readonly first: (() => TrialCommand | undefined) | undefined;
}

interface MadePipes {
  readonly pipes: SlotPipes;
  readonly prefix: string;
}

function pipesFrom(answer: string): MadePipes {
  if (answer.startsWith('none'))
    throw new Error(`cannot create pipes with mktemp and mkfifo${answer.replace(/^none ?/, ': ')}`);
  const [prefix = ''] = words(answer, 'pipes');
  return { pipes: openEnds(prefix), prefix };
}

/** Returns what follows the first word of an answer. */
function words(answer: string, first: string): string[] {
  const [word, ...rest] = answer.split(' ');
  if (word !== first)
    throw new Error(`expected the launcher to answer ${first}; got ${JSON.stringify(answer)}`);
  return rest;
}
