import t from 'tap';
import { tryWires } from './try-wires.ts';

tryWires(t, { cases: 120, warming: 80, messages: 6_000 });
