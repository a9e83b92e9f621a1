import { readRecord } from 'wordhost/records';
import { visibleLines } from 'wordhost/terminal';
import { Heard } from './heard.ts';
import { help, readOptions } from './options.ts';
import { type Script, scriptOf } from './script.ts';

/** `wordhost player playback`: repeats a recorded player until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  const reading = readOptions(args);
  switch (reading.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'problem':
      return refuse(reading.problem);
    case 'options':
      return playSeat(reading.record, reading.seat);
    default:
      return reading satisfies never;
  }
}

async function playSeat(path: string, seat: number): Promise<number> {
  const record = readRecord(path);
  if (!record.ok) return refuse(record.problem);
  const seats = record.header.players.length;
  if (seat > seats) return refuse(`${path}: expected a seat from 1 to ${seats}; got ${seat}`);
  const { game } = record.header;
  const here = process.env.WORDHOST_GAME_NAME || game;
  if (here !== game) return refuse(`${path}: this is a record of ${game}, but this game is ${here}`);
  if (record.torn) complain(`${path}: the last line is incomplete; it is ignored`);
  leaveQuietly();
  return follow(scriptOf(record, seat));
}

/** Acts when the host has sent enough. Returns the exit status at the end of the script or of the input. */
function follow({ inLines, actions }: Script): Promise<number> {
  const { promise: status, resolve: leave } = Promise.withResolvers<number>();
  const waiting = [...actions];
  const heard = new Heard(inLines);
  const goOn = () => {
    while (waiting[0] && heard.has(waiting[0].after)) {
      const { what } = waiting.shift()!;
      if ('exit' in what) leave(what.exit);
      else process.stdout.write(what.write);
    }
  };
  process.stdin.on('data', (bytes: Buffer) => {
    heard.take(bytes);
    goOn();
  });
  for (const end of ['end', 'error']) process.stdin.on(end, () => leave(0));
  goOn();
  return status.finally(() => process.stdin.destroy());
}

/** The host ends players with SIGTERM, and writes fail after its end. Neither needs a message. */
function leaveQuietly(): void {
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
}

function refuse(problem: string): number {
  complain(problem);
  return 2;
}

const complain = (sentence: string): boolean =>
  process.stderr.write(visibleLines(`wordhost player playback: ${sentence}\n`));
