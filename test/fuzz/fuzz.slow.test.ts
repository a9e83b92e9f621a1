import { tryWires } from './try-wires.ts';

tryWires({ cases: 300, warming: 200, messages: 20_000 });
