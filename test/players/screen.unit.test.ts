import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ownScreen, plainScreen } from '../../players/human/terminal/screen.ts';

const shown = { lines: ['a line'], prompt: 'Your word: ', typed: '' };
const size = { columns: 80, rows: 24, isPlain: false };

for (const [name, screenOn] of [
  ['a screen of its own', ownScreen],
  ['a terminal that can only print', plainScreen],
] as const)
  t.test(`${name}: what has not changed is drawn again when it is asked for`, async (t) => {
    const file = join(t.testdir(), 'terminal');
    const descriptor = openSync(file, 'w');
    const drawn = () => readFileSync(file, 'utf8').split('Your word: ').length - 1;
    const screen = screenOn(descriptor);
    screen.enter();
    screen.draw(shown, size);
    screen.draw(shown, size);
    t.equal(drawn(), 1);
    screen.forget();
    screen.draw(shown, size);
    t.equal(drawn(), 2);
    closeSync(descriptor);
  });
