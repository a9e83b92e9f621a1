/** Events, records and results of a match, and the verification of records. */

import './this-node.ts';

export { EventLog } from '../events/event-log.ts';
export { eventLine } from '../events/noted.ts';
export type { RecordReading } from '../events/read-record.ts';
export { type Result, ResultFold } from '../events/result.ts';
export { type PlanReading, planFromRecord } from '../match/plan.ts';
export { type Disagreement, type Verification, verifyRecord } from '../match/verify.ts';
export { type GameRecord, type Noted, readRecord } from './read-record.ts';
