import t from 'tap';
import { limitedCpu } from './limited-cpu.ts';

const { tryLimitsOn } = await limitedCpu(t);
tryLimitsOn((level) => level !== 'process');
