// On its own: the sheet, its dialogs and the card of upcoming steps ask with these.
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** A member's plan with everything that staff read of it. */
export const memberPlanQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.billing.getMemberPlan, { memberId }), meta: { live: 'billing' } })

export type StaffPlanRequest = { memberId: number; planId: number; when: 'now' | 'next' }

/** Is not asked again by itself: what is confirmed must be what is on the screen. */
export const memberChangeQuery = (request: StaffPlanRequest) =>
  queryOptions({ ...apiQuery(api.billing.previewMemberChange, request), staleTime: 'static', gcTime: 0, retry: false })

export const memberPauseQuery = (pause: { memberId: number; from: string; to: string }) =>
  queryOptions({ ...apiQuery(api.billing.previewMemberPause, pause), staleTime: 'static', gcTime: 0, retry: false })

export const staffPlans = api.billing

const live = { live: 'billing' } as const

/** What happens to a member unless they pay: for staff. */
export const memberStepsQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.reminders.listOfMember, { memberId }), meta: live })

/** The same for members themselves. */
export const ownStepsQuery = queryOptions({ ...apiQuery(api.reminders.listOwn), meta: live })
