import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 300, warming: 200, messages: 20_000 });
