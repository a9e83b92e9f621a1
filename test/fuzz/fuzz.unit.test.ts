import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 80, warming: 60, messages: 4_000 });
