import type { Bench } from 'tinybench';

export function microsOf(bench: Bench, name: string): number {
  const result = bench.getTask(name)?.result;
  if (!result || !('latency' in result))
    throw new Error(`${name} was not measured: ${JSON.stringify(result)}`);
  return result.latency.p50 * 1e3;
}
