import t from 'tap';
import { greetingText } from '../../host/games/boggle/wire/greeting.ts';
import { readGreeting } from '../../host/games/boggle/wire/read-greeting.ts';
import { boggleTold as said } from '../contracts/subjects/boggle.ts';

/** Read and said again, it is the same text. */
function again(text: string): string {
  const read = readGreeting(text.split('\n'));
  if (!read.ok) throw new Error(read.problem);
  return greetingText(read.told);
}

t.test('A cell is one to four letters, in capitals', async (t) => {
  const text = greetingText(said());
  t.match(text, 'board 4 3\nrow R S P L\nrow E QU B T\nrow UTH L Z A');
});

t.test('A name that is no ASCII is told as far as it is', async (t) => {
  t.match(greetingText(said({ names: ['Zoë 🂡', 'b'] })), 'name 1 Zo? ?\nname 2 b\n');
});

t.test('What a player does not know it skips; what is no table is told', async (t) => {
  const text = greetingText(said());
  t.equal(again(text.replace('timeout', 'weather fine\ntimeout')), text);
  const lines = text.split('\n');
  t.match(readGreeting(lines.filter((line) => !line.startsWith('row E'))), {
    ok: false,
    problem: /3 rows of 4/,
  });
  t.match(readGreeting(lines.map((line) => line.replace('row E', 'row'))), {
    ok: false,
    problem: /got 4, 3, 4/,
  });
  t.match(readGreeting(lines.map((line) => line.replace('classic', 'modern'))), {
    ok: false,
    problem: 'rules: expected classic or turns; got modern',
  });
  t.match(readGreeting([]), { ok: false, problem: /rules: expected/ });
  t.match(readGreeting(['boggle 2', ...lines.slice(1)]), {
    ok: false,
    problem: 'boggle: expected version 1 of its wire; got 2',
  });
  t.match(readGreeting(lines.map((line) => line.replace('board 4', 'board 17'))), {
    ok: false,
    problem: /two sides from 1 to 16; got "17 3"/,
  });
  const foreign = lines.map((line) => line.replace('row R', 'row Ä'));
  t.match(readGreeting(foreign), { ok: false, problem: /letters/ });
});
