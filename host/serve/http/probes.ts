import { Hono } from 'hono';
import { jsonAnswer, textAnswer } from './answers.ts';
import { metric, type RequestMetrics } from './metrics.ts';
import type { Service } from './site-env.ts';

interface Probed {
  /** Fails where the server cannot do its work. */
  readonly check: () => Promise<void>;
  readonly requests: RequestMetrics;
  /** Lines of the services themselves. */
  readonly metrics: () => Promise<readonly string[]>;
}

const [HEALTH, METRICS] = ['/healthz', '/metrics'];

/** Whoever looks after a server asks for them, however often others ask. */
export const probePaths: ReadonlySet<string> = new Set([HEALTH, METRICS]);

/** For those who look after a server: is it well, and what does it do. */
export function probes({ check, requests, metrics }: Probed): Service {
  const service: Service = new Hono();
  service.get(HEALTH, async (c) => {
    await check();
    return jsonAnswer(c, 200, { message: 'ok' });
  });
  service.get(METRICS, async (c) => {
    const lines = [...requests.lines(), ...(await metrics()), ...ofProcess()];
    return textAnswer(c, 'text/plain', `${lines.join('\n')}\n`);
  });
  return service;
}

function ofProcess(): readonly string[] {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...metric('process_resident_memory_bytes', 'gauge', 'memory of the server', rss),
    ...metric('process_cpu_seconds_total', 'counter', 'processor time of the server', (user + system) / 1e6),
  ];
}
