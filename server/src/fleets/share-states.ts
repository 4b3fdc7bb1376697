import type { ListState } from '@spacekeeper/contract/fleets.ts'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { coalesceRuns } from '../devices/coalesce-runs.ts'
import { listStates } from './list-states.ts'

/** The states of all lists, worked out once for however many screens ask in the same moment. */
export const shareStates = (services: Services): (() => Promise<ListState[]>) => {
  const ctx = systemCtx(services)
  let latest: ListState[] = []
  const run = coalesceRuns<'all'>(async () => {
    latest = await listStates(ctx)
  })
  return async () => {
    await run(['all'])
    return latest
  }
}
