import { recordsFlood } from './records-flood.ts';

recordsFlood(50);
