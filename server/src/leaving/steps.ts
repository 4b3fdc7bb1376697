// On its own: routes, jobs and the night all read the steps of the domains by it.
import type { Domains } from '#platform/domain.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'

/** Every step that a domain brings, by its name. */
export type StepCatalog = ReadonlyMap<string, LeavingStep>

export const stepsOf = (domains: Domains): StepCatalog =>
  new Map(domains.flatMap(({ leavingSteps = [] }) => leavingSteps).map((step) => [step.name, step]))

/** What a step is called. One that a version before had keeps its name. */
export const titleOfStep = (catalog: StepCatalog, name: string): string => catalog.get(name)?.title ?? name
