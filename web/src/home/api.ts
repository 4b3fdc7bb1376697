import { queryOptions } from '@tanstack/react-query'
// On its own: the dashboard asks for it ahead of drawing the card.
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What the member does next, and what waits for staff. */
export const nextStepsQuery = queryOptions({
  ...apiQuery(api.home.getNextSteps),
  meta: { live: ['profile', 'members', 'devices', 'messages', 'billing', 'config', 'doctor'] },
})
