import { readlinkSync } from 'node:fs';
import { attempt } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { faultInWords } from '../../files/file-fault.ts';
import {
  type Ending,
  type ProcessEnding,
  type ProcessFacts,
  type SeatDeparture,
  type SeatHandle,
  type SeatListener,
  unreadOffence,
  type When,
} from '../../match/seat.ts';
import { Leaving, stopPlayer, withExcess } from './ending.ts';
import { type StartedCommand, unknownStatus } from './launcher/started-command.ts';
import { type Caps, type Excess, ExcessWatch, excessOffence, overrun } from './limits/excess-watch.ts';
import { CpuMeter, descriptorsOf } from './limits/usage.ts';
import { DrainedPipe, PipeReader } from './pipes/pipe-reader.ts';
import { PipeWriter } from './pipes/pipe-writer.ts';
import { stderrSink } from './pipes/stderr-sink.ts';
import { capsOf, defaultFarewell, type ProcessOptions, type SeatPlan } from './process-options.ts';
import {
  type PlayerProcesses,
  pidsOf,
  processesByMarker,
  processesInNamespace,
} from './processes/player-processes.ts';
import { hasProc, isBusy, isExiting } from './processes/proc.ts';
import { marks, type SeatTools, startCommand, surroundingsOf, tokenOf } from './start-command.ts';
import { explainFailure } from './why-not-started.ts';

export interface ProcessSeat extends SeatHandle {
  begin(): void;
}

/** A player that is one or more processes on real pipes. */
export class LiveSeat implements ProcessSeat {
  readonly processes: ProcessFacts;
  readonly #seat: Seat;
  readonly #hosting: ProcessOptions;
  readonly #listener: SeatListener;
  readonly #tools: SeatTools;
  readonly #output: PipeReader;
  readonly #input: PipeWriter;
  readonly #errors: DrainedPipe;
  readonly #leaving: Leaving;
  readonly #command: StartedCommand;
  readonly #processes: PlayerProcesses;
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #caps: Caps;
  readonly #files: SeatPlan['files'];
  readonly #usage: CpuMeter;
  #watch: ExcessWatch | undefined;
  #excess: Excess | undefined;
  #dismissed = false;
  #hushed = false;

  constructor(plan: SeatPlan, hosting: ProcessOptions, listener: SeatListener, tools: SeatTools) {
    const { sandbox, slot } = tools;
    this.#caps = capsOf(hosting, sandbox.level, tools.programs.chrt !== undefined);
    this.#seat = plan.seat;
    this.#files = plan.files;
    this.#hosting = hosting;
    this.#listener = listener;
    this.#tools = tools;
    // The match reads the pipe directly.
    const ended = (at: Nanos) => this.#leaving.outputEnded(at);
    this.#output = new PipeReader(slot.output, hosting.clock, listener, ended);
    this.#input = new PipeWriter(
      slot.input,
      hosting.unreadCap,
      (waiting) => this.#unread(waiting),
      (error) => this.#unwritten(error),
    );
    this.#errors = new DrainedPipe(
      slot.errors,
      hosting.clock,
      stderrSink(hosting.stderr, { ...plan, game: hosting.game }),
      { text: hosting.stderrCap, lines: listener.wrote && hosting.keptStderr },
    );
    this.#leaving = new Leaving({
      output: this.#output,
      clock: hosting.clock,
      look: () => {
        const acting = this.#processes.look().filter(({ pid }) => !isExiting(pid));
        return acting.length === 0 ? 'gone' : isBusy(acting) ? 'busy' : 'waiting';
      },
      tell: (gone, at) => {
        const excess = overrun(tools.group, this.#caps);
        if (excess) return this.#exceeded(excess, at);
        this.#hush();
        const failure = this.#failureOfHost(gone);
        if (failure !== undefined) return this.#lose(failure, gone, at);
        this.#listener.gone(this.#explained(gone, plan.command), at);
      },
    });
    this.#command = this.#start(plan);
    this.#processes = this.#processesOf(this.#command);
    this.#usage = new CpuMeter(this.#processes);
    this.processes = {
      sandbox: sandbox.level,
      memory: tools.group ? 'group' : hosting.memoryCap !== undefined ? 'polled' : undefined,
      usage: this.#usage,
      isBusy: () => isBusy(this.#processes.look()),
      lookAtScheduling: () => this.#watch?.lookAtScheduling(),
    };
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  begin(): void {
    if (this.#dismissed) return;
    this.#output.begin();
    this.#leaving.begin();
    this.#files?.look();
    const tell = (excess: Excess) => this.#exceeded(excess, this.#hosting.clock());
    this.#watch = new ExcessWatch(this.#caps, this.#tools.group, this.#processes, this.#usage, tell);
  }

  send(text: string, when?: When): void {
    if (!this.#dismissed) this.#input.send(text, when);
  }

  pause(): void {
    this.#output.pause();
  }

  resume(): void {
    if (this.#hushed) return;
    this.#output.resume();
    this.#leaving.readOn();
  }

  readInSmallPieces(): void {
    this.#output.readInSmallPieces();
  }

  hangUp(): void {
    void this.#input.close();
  }

  dismiss(when: 'at-once' | 'after-reading' = 'at-once'): void {
    if (this.#dismissed) return;
    this.#dismissed = true;
    this.#leaving.stop();
    this.#hush();
    const ended = Promise.all([this.#end(when === 'after-reading'), this.#files?.hashes()]);
    void ended.then(([processes, files]) => this.#ended.resolve({ processes, files }));
  }

  /** A failure of the host or the machine, which is no player's fault. */
  #failureOfHost({ code, problem }: SeatDeparture): string | undefined {
    // The only known problem here is a sandbox that did not begin.
    if (problem !== undefined) {
      if (this.#hosting.lasting?.areOthers())
        return `the cache was deleted during the start of player ${this.#seat}`;
      const said = visible(this.#errors.text.trim());
      return `cannot start player ${this.#seat}: ${problem}${said === '' ? '' : `: ${said}`}`;
    }
    if (code !== null || this.#tools.launcher.lives) return undefined;
    return 'the process that starts players (/bin/sh) exited';
  }

  /** Some listeners do not distinguish the two. */
  #lose(failure: string, gone: SeatDeparture, at: Nanos): void {
    if (this.#listener.lost) this.#listener.lost(failure, at);
    else this.#listener.gone({ problem: failure, ...gone }, at);
  }

  #explained(gone: SeatDeparture, command: string): SeatDeparture {
    const { environment, sandbox } = this.#tools;
    const cwd = this.#hosting.cwd ?? process.cwd();
    const hides =
      sandbox.hides && ((path: string) => sandbox.hides!(path, surroundingsOf(this.#hosting, this.#tools)));
    const failed = { command, cwd, path: environment.get('PATH'), hides };
    return explainFailure(gone, failed, this.#output.reads > 0);
  }

  /** Stops reports to the match. */
  #hush(): void {
    this.#hushed = true;
    this.#watch?.stop();
    this.#output.pause();
  }

  #start(plan: SeatPlan): StartedCommand {
    return startCommand(plan, this.#hosting, this.#tools, {
      started: () => this.#release(),
      ended: (status) => {
        this.#release();
        this.#leaving.commandEnded(status);
      },
      failed: (problem) => {
        this.#release();
        this.#leaving.failed(problem);
      },
    });
  }

  /** An end of file comes from the player from now on. */
  #release(): void {
    this.#tools.group?.entered();
    this.#tools.slot.release();
  }

  #processesOf(command: StartedCommand): PlayerProcesses {
    const { sandbox, orphans } = this.#tools;
    const { game } = this.#hosting;
    const leader = () => command.leader;
    const marker = { environment: marks(game, this.#seat), slot: command.slot, leader };
    return sandbox.namespace
      ? processesInNamespace(marker, tokenOf(game, this.#seat))
      : processesByMarker(marker, orphans);
  }

  /** A microtask, so that `send` never calls its caller back. */
  #unread(waiting: number): void {
    const at = this.#hosting.clock();
    queueMicrotask(() => {
      if (!this.#hushed && this.#hasInput()) this.#listener.caught(unreadOffence(waiting), at);
    });
  }

  #unwritten(error: Error): void {
    const at = this.#hosting.clock();
    queueMicrotask(() => {
      if (this.#hushed) return;
      this.#leaving.stop();
      this.#hush();
      const failure = `cannot write to player ${this.#seat}: ${faultInWords(error)}`;
      this.#lose(failure, { cause: 'crashed', ...unknownStatus }, at);
    });
  }

  /** The pipe does not show it, because supervisors hold it, too. */
  #hasInput(): boolean {
    const { inputPipe } = this.#tools.slot;
    return !hasProc || !this.#command.started || isOpenIn(pidsOf(this.#processes.look()), inputPipe);
  }

  /** A grace would let the player take everything that the machine has. */
  #exceeded(excess: Excess, at: Nanos): void {
    if (this.#hushed) return;
    this.#leaving.stop();
    this.#hush();
    this.#excess = excess;
    this.#listener.signalled?.('SIGKILL', this.#hosting.clock());
    this.#processes.kill();
    this.#listener.caught(excessOffence(excess), at);
  }

  async #end(hears: boolean): Promise<ProcessEnding> {
    const { graceNs, farewellNs = defaultFarewell, clock } = this.#hosting;
    const [command, processes] = [this.#command, this.#processes];
    const near = processes.look();
    const scheduling = this.#watch?.finalScheduling(near);
    let inputEnds: NodeJS.Timeout | undefined;
    const signalled = (signal: 'SIGTERM' | 'SIGKILL') => {
      // Some shells handle a signal only after a line. The end of the input must come later.
      // The time between SIGTERM and the end of a player's input.
      if (signal === 'SIGTERM')
        inputEnds ??= setTimeout(() => this.#input.end(), Math.min(250, graceNs / 1e6 / 10));
      this.#listener.signalled?.(signal, clock());
    };
    const farewell = hears ? { longestNs: farewellNs, hasRead: () => this.#input.isRead() } : undefined;
    if (hears) this.#input.flush();
    const stopped = await stopPlayer({ command, processes, near, farewell, graceNs, signalled });
    clearTimeout(inputEnds);
    this.#release();
    await Promise.all([this.#input.close(), this.#output.close(), this.#errors.finish()]);
    const written = this.#errors.lines;
    if (written) this.#listener.wrote?.(written);
    await this.#tools.group?.remove();
    const survivors = await processes.survivors();
    this.#tools.user?.release();
    return {
      ...command.status,
      ...withExcess(stopped, this.#excess),
      ...(scheduling && { scheduling }),
      stderr: this.#errors.text,
      stderrStart: this.#errors.start,
      survivors: survivors.length,
      ...(survivors.length > 0 && { survivorPids: survivors }),
    };
  }
}

/** A player with more descriptors is assumed to have its input open. */
const MOST_DESCRIPTORS = 4_096;

function isOpenIn(pids: readonly number[], pipe: number): boolean {
  let looked = 0;
  for (const pid of pids)
    for (const path of descriptorsOf(pid))
      if (++looked > MOST_DESCRIPTORS || attempt(() => readlinkSync(path), '') === `pipe:[${pipe}]`)
        return true;
  return false;
}
