import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

export type Counted = 'orders' | 'payments' | 'scans';

export interface Metrics {
  count(what: Counted, outcome: string): void;
  observeRequest(request: { method: string; route: string; status: number; ms: number }): void;
  observeRound(job: string, round: { ms: number; failed: boolean }): void;
  set(figure: Figure, value: number | null | Readonly<Record<string, number>>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const COUNTED: Record<Counted, string> = {
  orders: 'Requests for an order, by what became of them',
  payments: 'Payments that were settled, by what became of their order',
  scans: 'Answers at the door, by code',
};

const FIGURES = {
  database_up: { help: 'Whether the database answered' },
  pool_connections: { help: 'Connections to the database', label: 'state' },
  door_pool_connections: { help: 'Connections of the door to the database', label: 'state' },
  heavy_work_waiting: { help: 'Answers, drawings and long bodies that wait for a slot', label: 'work' },
  mails: { help: 'Mails of the outbox that have not left', label: 'status' },
  oldest_mail_seconds: { help: 'How long the oldest mail that has not left waits' },
  holds: { help: 'Orders that wait for their payment' },
  refunds: { help: 'Refunds that have not come to an end', label: 'status' },
  payment_cases: { help: 'Payments that a person must look at' },
  disk_full: { help: 'Whether a disk that is written to has no room' },
  disk_free_bytes: { help: 'Free on the disk of DATA_DIR' },
  certificate_seconds: { help: 'Until the certificate ends that PUBLIC_URL is served with' },
  alarms: { help: 'Problems that last', label: 'kind' },
} as const satisfies Record<string, { help: string; label?: string }>;

export type Figure = keyof typeof FIGURES;

const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ROUND_BUCKETS_S = [0.01, 0.1, 1, 10, 60];

/** `ofProcess`: also memory, event loop, processor and garbage collection, which are observed once in a process. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20, eventLoopUtilizationTimeout: 1_000 });
  const counters = mapValues(COUNTED, (what, help) => new Counter({ name: `comboi_${what}_total`, help, labelNames: ['outcome'], registers }));
  const gauges = mapValues(FIGURES, (name, { help, ...rest }) => new Gauge({ name: `comboi_${name}`, help, labelNames: 'label' in rest ? [rest.label] : [], registers }));
  const requests = new Histogram({ name: 'comboi_request_seconds', help: 'Requests by route and status', labelNames: ['method', 'route', 'status'], buckets: REQUEST_BUCKETS_S, registers });
  const rounds = new Histogram({ name: 'comboi_job_round_seconds', help: 'Rounds of jobs', labelNames: ['job', 'outcome'], buckets: ROUND_BUCKETS_S, registers });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    count: (what, outcome) => counters[what].inc({ outcome }),
    observeRequest: ({ method, route, status, ms }) => requests.observe({ method, route, status: String(status) }, ms / 1000),
    observeRound: (job, { ms, failed }) => rounds.observe({ job, outcome: failed ? 'failed' : 'done' }, ms / 1000),
    set(figure, value) {
      const gauge = gauges[figure] as Gauge<string>;
      const { label } = FIGURES[figure] as { label?: string };
      gauge.reset();
      if (value === null) {
        if (label === undefined) gauge.remove();
      } else if (typeof value === 'number') gauge.set(value);
      else for (const [name, one] of Object.entries(value)) gauge.set({ [label ?? 'of']: name }, one);
    },
  };
}

function mapValues<Key extends string, In, Out>(from: Readonly<Record<Key, In>>, make: (key: Key, value: In) => Out): Record<Key, Out> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, make(key as Key, value as In)])) as Record<Key, Out>;
}
