import t from 'tap';
import { tryWires } from './try-wires.ts';

t.test('fuzz', async (t) => {
  tryWires(t, { cases: 20, warming: 15, messages: 1_000 });
});
