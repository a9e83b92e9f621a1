import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 60, warming: 60, messages: 6_000 });
