import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditFilter, DeviceLogKind, LogFilter } from '@spacekeeper/contract/audits.ts'
import { api } from '#platform/api/client.ts'

/** The first page starts before nothing; a bare undefined would lose what later ones start before. */
const startOfNumbers = (): number | undefined => undefined
const startOfCursors = (): string | undefined => undefined

/** The audit, newest first, a page after the other; what is there stays while the next filter is under way. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audits', 'list', filter],
    queryFn: ({ pageParam }) => api.audits.list({ ...filter, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfNumbers(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    meta: { live: 'audits' },
  })

export const exportAudit = (filter: AuditFilter) => api.audits.export(filter)

export const namesQuery = (text: string) =>
  queryOptions({
    queryKey: ['audits', 'names', text],
    queryFn: () => api.audits.findNames({ text }),
    placeholderData: keepPreviousData,
  })

type OfMember<T> = T & { memberId: number }

export const memberLogQuery = (wanted: OfMember<LogFilter>) =>
  infiniteQueryOptions({
    queryKey: ['audits', 'log', wanted],
    queryFn: ({ pageParam }) =>
      api.audits.memberLog({ ...wanted, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfCursors(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.cursor : undefined),
    placeholderData: keepPreviousData,
    meta: { live: ['audits', 'swipes', 'visits', 'messages'] },
  })

export const exportMemberLog = (wanted: OfMember<LogFilter>) => api.audits.exportMemberLog(wanted)

/** What happened at a device, newest first, a page after the other. */
export const deviceLogQuery = (wanted: { deviceId: number; kind?: DeviceLogKind }) =>
  infiniteQueryOptions({
    queryKey: ['audits', 'device', wanted],
    queryFn: ({ pageParam }) =>
      api.audits.deviceLog({ ...wanted, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfCursors(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.cursor : undefined),
    placeholderData: keepPreviousData,
    meta: { live: ['devices', 'swipes', 'audits', 'memberbucks'] },
  })

export const detailHistoryQuery = (memberId: number) =>
  infiniteQueryOptions({
    queryKey: ['audits', 'history', memberId],
    queryFn: ({ pageParam }) =>
      api.audits.detailHistory({ memberId, limit: 10, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: startOfNumbers(),
    getNextPageParam: (last) => (last.hasMore ? (last.next ?? undefined) : undefined),
    meta: { live: 'audits' },
  })

export const visitYearQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['audits', 'visits', memberId],
    queryFn: () => api.audits.visitYear({ memberId }),
    meta: { live: 'visits' },
  })
