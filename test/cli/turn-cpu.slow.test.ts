import { tryLimitsOn } from './limited-cpu.ts';

tryLimitsOn((level) => level !== 'strict' && level !== 'process');
