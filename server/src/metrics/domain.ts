import type { Domain } from '#platform/domain.ts'
import { figureGauges } from './figures.ts'
import { metricsChecks } from './readers.ts'
import { metricsRoutes } from './routes.ts'

export const metricsDomain: Domain = {
  name: 'metrics',
  routes: metricsRoutes,
  gauges: [figureGauges],
  checks: metricsChecks,
}
