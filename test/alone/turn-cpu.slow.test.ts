import t from 'tap';
import { limitedCpu } from '../cli/limited-cpu.ts';

const { tryLimitsOn } = await limitedCpu(t);
tryLimitsOn((level) => level !== 'process');
