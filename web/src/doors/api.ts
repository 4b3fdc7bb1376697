import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { InterlockUse as InterlockUseSchema } from '@spacekeeper/contract/doors.ts'
import { api } from '#platform/api/client.ts'

export type InterlockUse = z.infer<typeof InterlockUseSchema>

/** Which doors and machines the caller may use, and why not the others. */
export const accessQuery = queryOptions({
  queryKey: ['doors', 'permissions'],
  queryFn: api.doors.permissions,
  meta: { live: ['access', 'devices', 'profile', 'visits'] },
})

/** The last 300 swipes and uses, newest first. */
export const swipesQuery = queryOptions({
  queryKey: ['doors', 'swipes'],
  queryFn: api.doors.listSwipes,
  staleTime: 5000,
  meta: { live: 'swipes' },
})
