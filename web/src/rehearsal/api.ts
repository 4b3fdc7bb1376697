import type { Rehearsal } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { notify } from '#platform/ui/notify.tsx'

const watchMs = 400
/** Another member of staff may watch the same rehearsal. */
const idleMs = 15_000

const isMoving = (rehearsal: Rehearsal | undefined): boolean =>
  rehearsal?.state === 'starting' || rehearsal?.state === 'working'

export const rehearsalQuery = queryOptions({
  ...apiQuery(api.rehearsal.get),
  refetchInterval: ({ state }) => (isMoving(state.data) ? watchMs : idleMs),
})

export const { rehearsal: rehearsals } = api

/** Gives an order; the page shows what the answer says, and goes on watching. */
export const useOrder = () => {
  const client = useQueryClient()
  return async (order: Promise<Rehearsal>): Promise<void> => {
    try {
      const answer = await order
      await client.cancelQueries({ queryKey: rehearsalQuery.queryKey })
      client.setQueryData(rehearsalQuery.queryKey, answer)
    } catch (error) {
      notify.failed(error)
      await refreshDomains('rehearsal')
    }
  }
}

/** For a button that does nothing while the rehearsal works; disabled outright, it would lose the focus. */
export const heldWhile = (isBusy: boolean) =>
  isBusy ? ({ 'aria-disabled': true, 'data-disabled': true } as const) : {}
