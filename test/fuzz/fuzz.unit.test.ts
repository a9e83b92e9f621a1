import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 90, warming: 70, messages: 6_000 });
