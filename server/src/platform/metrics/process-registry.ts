import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What this process counts while it works. Prometheus adds processes up. */
export const processRegistry = new Registry()

/** How finely the delay of the event loop is measured: seldom enough to cost nothing on a small machine. */
const loopPrecisionMs = 100

let isWatching = false

/** Memory, processor time and the event loop of this process, from the first call on. */
export const watchProcess = (): void => {
  if (isWatching) return
  isWatching = true
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: loopPrecisionMs })
}

const requests = new Counter({
  name: 'spacekeeper_http_requests_total',
  help: 'Answered requests by route, method and status.',
  labelNames: ['method', 'route', 'status'],
  registers: [processRegistry],
})

const requestSeconds = new Histogram({
  name: 'spacekeeper_http_request_duration_seconds',
  help: 'How long answers took, by route and method. Lines that stay open are left out.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [processRegistry],
})

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Notes an answer. The route is its pattern: addresses have no end, and hold the tokens of links. */
export const observeRequest = (answer: {
  method: string
  route: string
  status: number
  ms: number
  isStream: boolean
}): void => {
  const { route, status, ms, isStream } = answer
  const method = knownMethods.has(answer.method) ? answer.method : 'other'
  requests.inc({ method, route, status })
  if (!isStream) requestSeconds.observe({ method, route }, ms / 1000)
}

/** Screens and apps that hear what changes. */
export const openScreens = new Gauge({
  name: 'spacekeeper_event_streams',
  help: 'Open screens that are told of changes.',
  registers: [processRegistry],
})

const jobRuns = new Counter({
  name: 'spacekeeper_job_runs_total',
  help: 'Background jobs that were run, by task and outcome: done or failed.',
  labelNames: ['task', 'outcome'],
  registers: [processRegistry],
})

const jobSeconds = new Histogram({
  name: 'spacekeeper_job_duration_seconds',
  help: 'How long background jobs took, by task.',
  labelNames: ['task'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
  registers: [processRegistry],
})

/** Runs a background job, and notes how it went and how long it took. */
export const observeJob = async (task: string, run: () => Promise<void>): Promise<void> => {
  const startedAt = performance.now()
  let outcome = 'failed'
  try {
    await run()
    outcome = 'done'
  } finally {
    jobRuns.inc({ task, outcome })
    jobSeconds.observe({ task }, (performance.now() - startedAt) / 1000)
  }
}
