import { PassThrough } from 'node:stream';
import t from 'tap';
import { Inbox } from '../../host/bots/inbox.ts';
import { linesOfGreeting, PartReader } from '../../host/bots/lines.ts';

function inboxOn(...reads: readonly string[]): Inbox<string> {
  const input = new PassThrough();
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  for (const read of reads) input.write(read);
  return inbox;
}

t.test('What comes in the same read as the end of the set-up stays for whoever plays', async (t) => {
  for (const reads of [
    ['scrabble 1\nplayer 1\nend\nstart\nturn 5000 1\n'],
    ['scrabble 1\nplay', 'er 1\nend\nstart\nturn 5000 1\n'],
    ['scrabble 1\nplayer 1\n', 'end\r\nstart\n', 'turn 5000 1\n'],
  ]) {
    const inbox = inboxOn(...reads);
    const lines = await linesOfGreeting(inbox);
    t.same(
      lines?.map((line) => line.trim()),
      ['scrabble 1', 'player 1', 'end'],
    );
    const rest: string[] = [];
    while (rest.length < 2) {
      await inbox.news();
      rest.push(...inbox.take());
    }
    t.same(rest, ['start', 'turn 5000 1']);
  }
});

t.test('What is given back comes before what came later', async (t) => {
  const inbox = inboxOn('one\ntwo\n');
  await inbox.news();
  const taken = inbox.take();
  inbox.giveBack(taken.slice(1));
  t.same(inbox.take(), ['two']);
  t.ok(inbox.empty);
});
