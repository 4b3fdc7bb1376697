import type { Services } from '../ctx.ts'

export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

type Measure = {
  help: string
  labels?: readonly string[]
  /** It only rises while the process runs. */
  isCounter?: true
}

/**
 * Figures that are read when Prometheus asks for them, together. What is read once is used for `keptMs`, so however many
 * ask, and however often, costs the database the same.
 */
export type GaugeGroup<Name extends string = string> = {
  measures: Readonly<Record<Name, Measure>>
  keptMs: number
  read: (services: Services) => Promise<Readonly<Record<Name, readonly Sample[]>>>
}

/** Declares figures: each of them is read. */
export const gaugeGroup = <const Name extends string>(group: GaugeGroup<Name>): GaugeGroup => group
