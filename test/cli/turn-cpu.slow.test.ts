import { tryLimitsOn } from './limited-cpu.ts';

tryLimitsOn((level) => level !== 'process');
