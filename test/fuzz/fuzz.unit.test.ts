import { tryWires } from './try-wires.ts';

tryWires({ cases: 120, warming: 80, messages: 6_000 });
