import { closeSync, realpathSync } from 'node:fs';
import type { Nanos, Seat } from '../tabletop/units.ts';
import { heldArgv } from './holds/first-process.ts';
import { withHidden } from './holds/hidden-command.ts';
import { type Hold, leastWishes } from './holds/hold.ts';
import { inheritedDescriptors } from './holds/inherited.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import { Leaving } from './leaving.ts';
import { type Caps, capsOf } from './limits/caps.ts';
import { CpuMeter } from './limits/cpu-meter.ts';
import { ExcessWatch, overrun } from './limits/excess-watch.ts';
import type { MemoryGroup } from './limits/memory-group.ts';
import { withExcess } from './limits/with-excess.ts';
import { PipeReader } from './pipes/pipe-reader.ts';
import { PipeWriter } from './pipes/pipe-writer.ts';
import { PlayerErrors } from './pipes/player-errors.ts';
import type { PipeEnds } from './pipes/player-pipes.ts';
import { stderrSink } from './pipes/stderr-sink.ts';
import { type Execa, PlayerCommand } from './player-command.ts';
import { marks, playerEnvironment, strictEnvironment } from './player-environment.ts';
import { processesByMarker } from './processes/by-marker.ts';
import { processesInNamespace } from './processes/in-namespace.ts';
import { nameOf } from './processes/marked.ts';
import { nobody, type PlayerProcesses } from './processes/player-processes.ts';
import { isExiting } from './processes/proc.ts';
import type { Ending, Excess, MemoryLimit, Rung, SeatHandle, SeatListener } from './seat.ts';
import { stopPlayer } from './stopping.ts';

export interface OpenedSeat extends SeatHandle {
  /** From now on the listener is told. */
  begin(): void;
}

export interface LiveSeatTools {
  readonly hold: Hold;
  /** The program that makes batch work of a player. */
  readonly batch: string | undefined;
  /** As a path. */
  readonly shell: string;
  readonly execa: Execa;
  readonly pipes: PipeEnds;
  /** The player has its own ends of the pipes, or will never open them. */
  readonly pipesOpened: () => void;
  /** More for the environment, where the hold needs it. */
  readonly guard: Readonly<Record<string, string>>;
  /** Who it is, where that is not the host's user. */
  readonly user: number | undefined;
  /** With which the kernel keeps its memory limited. */
  readonly group: MemoryGroup | undefined;
}

/** A player that is a process, or many, on real pipes. */
export class LiveSeat implements OpenedSeat {
  readonly sandbox: Rung;
  readonly memory: MemoryLimit | undefined;
  readonly #seat: Seat;
  readonly #hosting: Hosting;
  readonly #listener: SeatListener;
  readonly #tools: LiveSeatTools;
  readonly #output: PipeReader;
  readonly #input: PipeWriter;
  readonly #errors: PlayerErrors;
  readonly #leaving: Leaving;
  readonly #command: PlayerCommand;
  readonly #processes: PlayerProcesses;
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #caps: Caps;
  readonly usage: CpuMeter;
  #watch: ExcessWatch | undefined;
  #excess: Excess | undefined;
  #holdsPipes = true;
  #dismissed = false;
  #hushed = false;

  constructor(plan: SeatPlan, hosting: Hosting, listener: SeatListener, tools: LiveSeatTools) {
    const { hold, pipes } = tools;
    this.sandbox = hold.rung;
    this.#caps = capsOf(hosting, hold.rung, tools.batch);
    this.memory = tools.group ? 'group' : hosting.memoryCap !== undefined ? 'polled' : undefined;
    this.#seat = plan.seat;
    this.#hosting = hosting;
    this.#listener = listener;
    this.#tools = tools;
    this.#output = new PipeReader(pipes.output, hosting.clock, {
      read: (bytes, at) => this.#listener.read(bytes, at),
      ended: (at) => this.#leaving.outputEnded(at),
    });
    this.#input = new PipeWriter(pipes.input, hosting.unreadCap, (waiting) => this.#unread(waiting));
    this.#errors = new PlayerErrors(pipes.errors, hosting, stderrSink(hosting, plan));
    this.#leaving = new Leaving({
      output: this.#output,
      clock: hosting.clock,
      isAlive: () => this.#processes.look().some((pid) => !isExiting(pid)),
      tell: (gone, at) => {
        const excess = overrun(tools.group, this.#caps);
        if (excess) return this.#exceeded(excess, at);
        this.#hush();
        this.#listener.gone(hold.rung === 'strict' ? withHidden(gone) : gone, at);
      },
    });
    this.#command = this.#start(plan);
    this.#processes = this.#processesOf(this.#command.pid);
    this.usage = new CpuMeter(this.#processes);
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  begin(): void {
    if (this.#dismissed) return;
    this.#output.begin();
    this.#leaving.begin();
    const tell = (excess: Excess) => this.#exceeded(excess, this.#hosting.clock());
    this.#watch = new ExcessWatch(this.#caps, this.#tools.group, this.#processes, this.usage, tell);
  }

  send(text: string, more = false): void {
    this.#input.send(text, more);
  }

  pause(): void {
    this.#output.pause();
  }

  resume(): void {
    if (this.#hushed) return;
    this.#output.resume();
    this.#leaving.readOn();
  }

  lookAtScheduling = () => this.#watch?.lookAtScheduling();

  sip(): void {
    this.#output.sip();
  }

  hangUp(): void {
    void this.#input.close();
  }

  dismiss(): void {
    if (this.#dismissed) return;
    this.#dismissed = true;
    this.#leaving.stop();
    this.#hush();
    void this.#end().then(this.#ended.resolve);
  }

  /** From here on what it does is nobody's business but ours. */
  #hush(): void {
    this.#hushed = true;
    this.#watch?.stop();
    this.#output.pause();
  }

  #start({ command }: SeatPlan): PlayerCommand {
    const { hold, shell, execa, pipes, guard, group, user, batch } = this.#tools;
    const { cwd, strict = leastWishes } = this.#hosting;
    const held = { shell, command, pipes: pipes.path, batch };
    const find = hold.rung === 'strict' ? strictEnvironment : playerEnvironment;
    const environment = { ...find(process.env, this.#hosting, this.#seat), ...guard };
    const surroundings = {
      cwd: hold.rung === 'strict' ? realpathSync(cwd ?? '.') : (cwd ?? '.'),
      dictionary: environment.WORDHOST_DICTIONARY,
      pipes: [`${pipes.path}.in`, `${pipes.path}.out`],
      strict,
      groups: group?.mounts,
      user,
    };
    const line = {
      argv: [...(group?.enter ?? []), ...heldArgv(hold, held, surroundings)],
      reported: hold.namespace,
      environment,
      cwd,
      errors: pipes.playerErrors,
      withheld: hold.rung === 'strict' ? inheritedDescriptors() : [],
    };
    try {
      return new PlayerCommand(execa, line, {
        started: () => this.#releasePipes(),
        ended: (status) => {
          this.#releasePipes();
          this.#leaving.commandEnded(status);
        },
        failed: (problem) => {
          this.#releasePipes();
          this.#leaving.failed(problem);
        },
      });
    } finally {
      closeSync(pipes.playerErrors);
    }
  }

  #processesOf(pid: number | undefined): PlayerProcesses {
    const { hold, pipes } = this.#tools;
    if (pid === undefined) return nobody;
    const marker = { environment: marks(this.#hosting.game, this.#seat), leader: nameOf(pid) };
    return hold.namespace ? processesInNamespace(marker, pipes.path) : processesByMarker(marker);
  }

  /** From here on an end of file is the player's own. */
  #releasePipes(): void {
    if (!this.#holdsPipes) return;
    this.#holdsPipes = false;
    this.#tools.group?.entered();
    this.#tools.pipes.placeholders.forEach(closeSync);
    this.#tools.pipesOpened();
  }

  /** In a turn of its own: whoever sends is not spoken to in the middle of it. */
  #unread(waiting: number): void {
    const at = this.#hosting.clock();
    queueMicrotask(() => this.#hushed || this.#listener.unread(waiting, at));
  }

  /** No grace: in that time it could take all that the machine has. */
  #exceeded(excess: Excess, at: Nanos): void {
    if (this.#hushed) return;
    this.#leaving.stop();
    this.#hush();
    this.#excess = excess;
    this.#listener.signalled('SIGKILL', this.#hosting.clock());
    this.#processes.kill();
    this.#listener.exceeded(excess, at);
  }

  async #end(): Promise<Ending> {
    const { graceNs, clock } = this.#hosting;
    const scheduling = this.#watch?.finalScheduling();
    const [command, processes] = [this.#command, this.#processes];
    const signalled = (signal: 'SIGTERM' | 'SIGKILL') => this.#listener.signalled(signal, clock());
    const stopped = await stopPlayer({ command, processes, graceNs, signalled });
    this.#releasePipes();
    await Promise.all([this.#input.close(), this.#output.close(), this.#errors.finish()]);
    await this.#tools.group?.remove();
    const survivors = await processes.survivors();
    return {
      ...command.status,
      ...withExcess(stopped, this.#excess),
      ...(scheduling && { scheduling }),
      stderr: this.#errors.text,
      survivors: survivors.length,
      ...(survivors.length > 0 && { survivorPids: survivors }),
    };
  }
}
