import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const reportPlacesQuery = queryOptions({ ...apiQuery(api.issues.listPlaces), staleTime: 60_000 })

/** What is known of a device, or in like words. */
export const knownQuery = (input: { deviceId?: number; text: string }) =>
  queryOptions({
    ...apiQuery(api.issues.listKnown, input),
    enabled: input.deviceId !== undefined || input.text.length >= 4,
    placeholderData: keepPreviousData,
    meta: { live: 'issues' },
  })

/** What the caller reported or follows, a page after the other. */
export const ownIssuesQuery = infiniteQueryOptions({
  queryKey: apiKey(api.issues.listOwn, {}),
  queryFn: ({ pageParam: before }) => api.issues.listOwn({ before }),
  initialPageParam: newest(),
  getNextPageParam: (last) => (last.hasMore ? last.issues.at(-1)?.id : undefined),
  meta: { live: 'issues' },
})

type IssueFilter = NonNullable<Parameters<typeof api.issues.listReports>[0]>

/** Reports as staff work through them, a page after the other. */
export const reportsQuery = (filter: Omit<IssueFilter, 'offset' | 'limit'>) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.issues.listReports, filter),
    queryFn: ({ pageParam: offset }) => api.issues.listReports({ ...filter, offset }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((sum, page) => sum + page.issues.length, 0) : undefined,
    placeholderData: keepPreviousData,
    meta: { live: 'issues' },
  })

export const reportQuery = (issueId: number) =>
  queryOptions({ ...apiQuery(api.issues.getReport, { issueId }), meta: { live: ['issues', 'devices', 'messages'] } })

export const ownersQuery = queryOptions({ ...apiQuery(api.issues.listIssueOwners), meta: { live: 'members' } })

/** What was reported of a device, with its running hours and maintenance. */
export const deviceIssuesQuery = (deviceId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.issues.getDeviceIssues, { deviceId }),
    queryFn: ({ pageParam: offset }) => api.issues.getDeviceIssues({ deviceId, offset }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((sum, page) => sum + page.issues.length, 0) : undefined,
    meta: { live: ['issues', 'devices'] },
  })

export const { report, reportThing, uploadPhoto, follow, changeReport, writeNote, mergeReport, sendAgain } = api.issues

export const { addPlan, changePlan, completePlan, removePlan } = api.issues

export const unlockDevice = (deviceId: number) => api.devices.setLockout({ deviceId, isLockedOut: false })

export const photoAddress = (pictureId: number) => `/api/tools/issue/pictures/${pictureId}/`

/** The first page starts before no report. */
function newest(): number | undefined {
  return undefined
}
