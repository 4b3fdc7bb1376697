import { Counter, Gauge, Registry } from 'prom-client'
import type { Services } from '../ctx.ts'
import type { GaugeGroup, Sample } from './gauges.ts'
import { portalGauges } from './portal-gauges.ts'
import { processRegistry, watchProcess } from './process-registry.ts'

type Samples = Readonly<Record<string, readonly Sample[]>>

/** Reads a group at most so often, and once for all that ask in the meantime. What fails is empty, and tried again. */
const keepSamples = (services: Services, { keptMs, read }: GaugeGroup): (() => Promise<Samples>) => {
  let kept: Promise<Samples> | undefined
  let readAt = 0
  return () => {
    const now = performance.now()
    if (!kept || now - readAt > keptMs) {
      readAt = now
      const reading = read(services).catch((error: unknown): Samples => {
        services.log.warn({ err: error }, 'metrics could not be read')
        if (kept === reading) kept = undefined
        return {}
      })
      kept = reading
    }
    return kept
  }
}

const addGroup = (registry: Registry, input: { services: Services; group: GaugeGroup }) => {
  const { services, group } = input
  const read = keepSamples(services, group)
  for (const [name, { help, labels = [], isCounter }] of Object.entries(group.measures)) {
    const facts = { name, help, labelNames: [...labels], registers: [registry] }
    if (isCounter) {
      const counter = new Counter({
        ...facts,
        collect: async () => {
          const samples = (await read())[name] ?? []
          counter.reset()
          for (const sample of samples) counter.inc(sample.labels ?? {}, sample.value)
        },
      })
    } else {
      const gauge = new Gauge({
        ...facts,
        collect: async () => {
          const samples = (await read())[name] ?? []
          gauge.reset()
          for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value)
        },
      })
    }
  }
}

/** What Prometheus reads: what this process counted, and the figures of the portal and its domains as they are now. */
export const metricsReader = (services: Services, groups: readonly GaugeGroup[]): (() => Promise<string>) => {
  watchProcess()
  const registry = new Registry()
  for (const group of [...portalGauges, ...groups]) addGroup(registry, { services, group })
  return async () => {
    const [ofProcess, ofPortal] = await Promise.all([processRegistry.metrics(), registry.metrics()])
    return `${ofProcess}\n${ofPortal}`
  }
}
