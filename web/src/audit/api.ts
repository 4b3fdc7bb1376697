import type { AuditFilter, LogFilter, DeviceLogKind } from '@spacekeeper/contract/audit/shapes.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** The first page starts before nothing; a bare undefined would lose what later ones start before. */
const startOfNumbers = (): number | undefined => undefined

const startOfCursors = (): string | undefined => undefined

/** The audit, newest first, a page after the other; what is there stays while the next filter is under way. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.audit.list, filter),
    queryFn: ({ pageParam }) => api.audit.list({ ...filter, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfNumbers(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    meta: { live: 'audits' },
  })

export const exportAudit = (filter: AuditFilter) => api.audit.export(filter)

export const namesQuery = (text: string) =>
  queryOptions({
    ...apiQuery(api.audit.findNames, { text }),
    placeholderData: keepPreviousData,
  })

type OfMember<T> = T & { memberId: number }

export const memberLogQuery = (wanted: OfMember<LogFilter>) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.audit.memberLog, wanted),
    queryFn: ({ pageParam }) =>
      api.audit.memberLog({ ...wanted, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfCursors(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.cursor : undefined),
    placeholderData: keepPreviousData,
    meta: { live: ['audits', 'swipes', 'visits', 'messages'] },
  })

export const exportMemberLog = (wanted: OfMember<LogFilter>) => api.audit.exportMemberLog(wanted)

/** What happened at a device, newest first, a page after the other. */
export const deviceLogQuery = (wanted: { deviceId: number; kind?: DeviceLogKind }) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.audit.deviceLog, wanted),
    queryFn: ({ pageParam }) =>
      api.audit.deviceLog({ ...wanted, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfCursors(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.cursor : undefined),
    placeholderData: keepPreviousData,
    meta: { live: ['devices', 'swipes', 'audits', 'memberbucks'] },
  })

export const detailHistoryQuery = (memberId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.audit.detailHistory, { memberId }),
    queryFn: ({ pageParam }) =>
      api.audit.detailHistory({ memberId, limit: 10, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfNumbers(),
    getNextPageParam: (last) => (last.hasMore ? (last.next ?? undefined) : undefined),
    meta: { live: 'audits' },
  })

export const visitYearQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.audit.visitYear, { memberId }),
    meta: { live: 'visits' },
  })
