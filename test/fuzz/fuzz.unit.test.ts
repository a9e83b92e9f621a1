import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 40, warming: 30, messages: 2_000 });
