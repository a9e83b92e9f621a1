import { runInOneProcess } from '../units/one-process.ts';
import { testsOf } from './groups.ts';

runInOneProcess(testsOf(5));
