import { Histogram } from 'prom-client'
import { processRegistry } from '#platform/metrics/process-registry.ts'
import { countAtDevice } from '../devices/device-counts.ts'
import type { EndReason } from './rules.ts'

/** Under the name that dashboards of existing spaces read. */
const useSeconds = new Histogram({
  name: 'mm_device_interlock_session_duration_seconds',
  help: 'How long uses of machines took that have ended.',
  labelNames: ['type', 'id', 'name'],
  buckets: [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800],
  registers: [processRegistry],
})

const leftOn: ReadonlySet<EndReason> = new Set(['lost', 'maxDuration'])

type EndedUse = { deviceId: number; name: string; reason: EndReason; durationMs: number; costCents: number }

/**
 * Counts the end of a use for metrics, in memory. A transaction that fails after this has counted one that did not end;
 * the next try counts it again.
 */
export const countUse = ({ deviceId, name, reason, durationMs, costCents }: EndedUse): void => {
  // It never started.
  if (reason === 'noAnswer') return
  useSeconds.observe({ type: 'interlock', id: String(deviceId), name }, durationMs / 1000)
  countAtDevice('mm_device_interlock_sessions_deactivated_total', deviceId)
  countAtDevice('mm_device_interlock_sessions_cost_cents_total', deviceId, costCents)
  if (leftOn.has(reason)) countAtDevice('mm_device_interlock_sessions_left_on_total', deviceId)
}
