import { loadLexicon } from 'wordhost/lexicon';
import { chanceFrom } from '../program/chance.ts';
import { Inbox } from '../program/inbox.ts';
import { run } from '../program/run.ts';
import { help, type PlayerOptions, readOptions } from './options.ts';
import { Seat } from './seat.ts';
import { NoticeReader } from './wire.ts';

/** `wordhost player bananagrams`: reads standard input, writes standard output, until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  return await run(
    { name: 'bananagrams', help, sitDown },
    readOptions(args, process.env.WORDHOST_PLAYER_SEED),
  );
}

async function sitDown(options: PlayerOptions): Promise<string | undefined> {
  const loaded = loadLexicon(process.env.WORDHOST_DICTIONARY ?? 'english');
  if (!loaded.ok) return loaded.problem;
  const seat = new Seat({
    inbox: new Inbox(process.stdin, new NoticeReader(), 'latin1'),
    send: (text) => process.stdout.write(text),
    dictionary: loaded.lexicon,
    options,
    chance: chanceFrom(options.seed),
  });
  await seat.play();
  return undefined;
}
