import { recordsFlood } from './records-flood.ts';

recordsFlood(1_024);
