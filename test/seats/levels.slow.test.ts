import t from 'tap';
import { leaving, starting, stopping } from './lives-of-players.ts';
import { readingAndWriting } from './reading-and-writing.ts';

t.test('starting', async (t) => await starting(t));
t.test('leaving', async (t) => await leaving(t));
t.test('stopping', async (t) => await stopping(t));
t.test('reading and writing', async (t) => await readingAndWriting(t));
