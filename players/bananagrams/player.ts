import { loadLexicon } from 'wordhost';
import { Inbox } from './inbox.ts';
import { help, type PlayerOptions, readOptions } from './options.ts';
import { Seat } from './seat.ts';
import { chanceFrom } from './solving/chance.ts';
import type { Dictionary } from './solving/dictionary.ts';

/** `wordhost player bananagrams`: reads standard input, writes standard output, until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  const reading = readOptions(args, process.env.WORDHOST_PLAYER_SEED);
  switch (reading.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'problem':
      return refuse(reading.problem);
    case 'options':
      return sitDown(reading.options);
    default:
      return reading satisfies never;
  }
}

async function sitDown(options: PlayerOptions): Promise<number> {
  leaveQuietly();
  const loaded = loadLexicon(process.env.WORDHOST_DICTIONARY ?? 'english');
  if (!loaded.ok) return refuse(loaded.problem);
  await playGame(loaded.lexicon, options);
  return 0;
}

async function playGame(dictionary: Dictionary, options: PlayerOptions): Promise<void> {
  const seat = new Seat({
    inbox: new Inbox(process.stdin),
    send: (text) => process.stdout.write(text),
    dictionary,
    options,
    chance: chanceFrom(options.seed),
  });
  await seat.play();
}

/** The host ends players with SIGTERM, and a host that has gone no longer reads. Neither is worth a message. */
function leaveQuietly(): void {
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
}

function refuse(problem: string): number {
  process.stderr.write(`wordhost player bananagrams: ${problem}\n`);
  return 2;
}
