import { metric, type RequestMetrics } from './metrics.ts';
import { jsonAnswer, type Route } from './route.ts';

interface Probed {
  /** Fails where the server cannot do its work. */
  readonly check: () => Promise<void>;
  readonly requests: RequestMetrics;
  /** Lines of the service itself. */
  readonly metrics: () => Promise<readonly string[]>;
}

/** For those who look after a server: is it well, and what does it do. */
export function probes({ check, requests, metrics }: Probed): readonly Route[] {
  return [
    {
      path: '/healthz',
      answer: async () =>
        await check().then(
          () => jsonAnswer(200, { message: 'ok' }),
          (error: unknown) => jsonAnswer(503, { message: (error as Error).message }),
        ),
    },
    {
      path: '/metrics',
      answer: async () => {
        const lines = [...requests.lines(), ...(await metrics()), ...ofProcess()];
        return { is: 'text', type: 'text/plain', text: `${lines.join('\n')}\n` };
      },
    },
  ];
}

function ofProcess(): readonly string[] {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...metric('process_resident_memory_bytes', 'gauge', 'memory of the server', rss),
    ...metric('process_cpu_seconds_total', 'counter', 'processor time of the server', (user + system) / 1e6),
  ];
}
