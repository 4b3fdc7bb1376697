import type { NextSteps } from '@spacekeeper/contract/home/shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What the member does next, and what waits for staff. */
export const nextStepsQuery = queryOptions({
  ...apiQuery(api.home.getNextSteps),
  meta: { live: ['profile', 'members', 'devices', 'messages', 'billing', 'issues', 'leaving', 'config', 'doctor'] },
})

/** Whether there is anything to show for what was asked. */
export const hasNextSteps = ({ joining, setup, waiting }: NextSteps): boolean =>
  joining !== null || setup !== null || waiting.length > 0
