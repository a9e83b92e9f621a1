import { Hono } from 'hono';
import { jsonAnswer, type Service, textAnswer } from './answers.ts';
import type { RequestLogEntry } from './site.ts';

/** Upper bounds of the time ranges in seconds. */
const ENDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

interface Times {
  /** The last range has no bound. */
  readonly counts: number[];
  seconds: number;
  all: number;
}

/** Metrics of requests in the text format of Prometheus. */
export class RequestMetrics {
  readonly #requests = new Map<string, number>();
  readonly #times = new Map<string, Times>();

  take({ method, route = 'none', status, ms }: RequestLogEntry): void {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const times = this.#times.get(route) ?? {
      counts: new Array(ENDS.length + 1).fill(0),
      seconds: 0,
      all: 0,
    };
    this.#times.set(route, times);
    const seconds = ms / 1000;
    const range = ENDS.findIndex((end) => seconds <= end);
    times.counts[range === -1 ? ENDS.length : range]!++;
    times.seconds += seconds;
    times.all++;
  }

  lines(): readonly string[] {
    return [
      ...heading(
        'wordhost_http_requests_total',
        'counter',
        'requests by response status; 499: the client disconnected first',
      ),
      ...[...this.#requests].map(([labels, count]) => `wordhost_http_requests_total{${labels}} ${count}`),
      ...heading('wordhost_http_request_seconds', 'histogram', 'time from request to response'),
      ...[...this.#times].flatMap(([route, times]) => histogram(`route="${route}"`, times)),
    ];
  }
}

function histogram(labels: string, { counts, seconds, all }: Times): string[] {
  const name = 'wordhost_http_request_seconds';
  let below = 0;
  const buckets = ENDS.map((end, range) => {
    below += counts[range]!;
    return `${name}_bucket{${labels},le="${end}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${labels},le="+Inf"} ${all}`,
    `${name}_sum{${labels}} ${seconds.toFixed(6)}`,
    `${name}_count{${labels}} ${all}`,
  ];
}

export function metric(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  value: number,
): readonly string[] {
  return [...heading(name, type, help), `${name} ${value}`];
}

function heading(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

interface ProbeOptions {
  /** Rejects if the server cannot work. */
  readonly check: () => Promise<void>;
  readonly requests: RequestMetrics;
  /** Metrics of the services. */
  readonly metrics: () => Promise<readonly string[]>;
}

const [HEALTH, METRICS] = ['/healthz', '/metrics'];

/** Operators may request these at any rate. */
export const probePaths: ReadonlySet<string> = new Set([HEALTH, METRICS]);

/** Health and metrics for operators. */
export function probes({ check, requests, metrics }: ProbeOptions): Service {
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
    ...metric('process_resident_memory_bytes', 'gauge', 'memory use of the server', rss),
    ...metric(
      'process_cpu_seconds_total',
      'counter',
      'processor time used by the server',
      (user + system) / 1e6,
    ),
  ];
}
