import { percent } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Fact } from '../../../views/html/tables.ts';
import type { Machine, RaceReport } from '../race-report.ts';

export function machineFacts(report: RaceReport): readonly Fact[] {
  const { kernel, platform, node, wordhost, busy } = report.machine;
  const system = visible(kernel === null ? platform : `${platform} ${kernel}`);
  return [
    { name: 'processors', value: processorsOf(report.machine) },
    ...loadFact(report.machine),
    ...(busy.length > 0 ? [{ name: 'other load', value: busy.map(busyOne).join(', ') }] : []),
    { name: 'system', value: `${system}, Node ${visible(node)}, wordhost ${visible(wordhost)}` },
  ];
}

function processorsOf({ processors, allowedProcessors, quota, model }: Machine): string {
  const allowed = allowedProcessors === null ? '' : `; the host may use ${visible(allowedProcessors)}`;
  const granted = quota === null ? '' : `; granted: ${quota}`;
  return `${processors}${model === null ? '' : ` (${visible(model)})`}${allowed}${granted}`;
}

function loadFact({ loadBefore, loadAfter, othersShare }: Machine): Fact[] {
  if (loadBefore === null || loadAfter === null) return [];
  const value = `${loadBefore.toFixed(2)} before, ${loadAfter.toFixed(2)} after`;
  const others = othersShare === null ? '' : `; others had ${percent(othersShare)} of the processors`;
  return [{ name: 'load average', value: `${value}${others}` }];
}

function busyOne({ name, pid, share }: Machine['busy'][number]): string {
  return `${visible(name)} (pid ${pid}) ${percent(share)}`;
}
