import { unitTestsOf } from './groups.ts';
import { runInOneProcess } from './one-process.ts';

runInOneProcess(unitTestsOf('cases'));
