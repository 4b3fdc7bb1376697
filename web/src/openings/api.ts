import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const live = { live: 'openings' } as const

const minuteMs = 60_000

/** Openings begin and end without an event, so it is asked for again now and then. */
export const planQuery = queryOptions({ ...apiQuery(api.openings.getPlan), refetchInterval: minuteMs, meta: live })

export const nextOpeningsQuery = queryOptions({
  ...apiQuery(api.openings.getNext),
  refetchInterval: 5 * minuteMs,
  meta: live,
})

export const openingsCalendarQuery = queryOptions({ ...apiQuery(api.openings.getCalendar), meta: live })

export const keyHoldersQuery = queryOptions({ ...apiQuery(api.openings.listKeyHolders), meta: live })

export const { announce, move, sayLate, cancel, setFollowing, makeCalendar, removeCalendar } = api.openings

export const { addKeyHolder, removeKeyHolder } = api.openings
