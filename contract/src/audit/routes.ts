import { z } from 'zod'
import { Text } from '../fields.ts'
import { interlockStatuses } from '../interlocks/words.ts'
import { MemberParams, routes, Id, Download, DeviceParams, Instant } from '../route.ts'
import {
  AuditFilter,
  AuditEntry,
  NamedThing,
  LogFilter,
  LogEntry,
  DeviceLogKind,
  DeviceLogEntry,
  DetailChange,
} from './shapes.ts'

const limit = z.coerce.number().int().min(1).max(100).default(50)

/** Microseconds, which of the joined tables, and the number in it. */
const Cursor = z.string().regex(/^\d{1,16}~[0-9]~\d{1,15}$/, 'The place in the list that the page before named.')

const member = { params: MemberParams, errors: ['notFound'] } as const

export const auditApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/audit/',
    access: 'admin',
    summary: 'Audit events, newest first, a page at a time.',
    query: AuditFilter.extend({ before: Id.optional(), limit }),
    output: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean() }),
  },
  export: {
    method: 'GET',
    path: '/api/admin/audit/export/',
    access: 'admin',
    summary: 'The same as a CSV file, the newest 20,000. Itself audited.',
    query: AuditFilter,
    output: Download,
  },
  findNames: {
    method: 'GET',
    path: '/api/admin/audit/names/',
    access: 'admin',
    summary: 'Members and devices whose name contains the text, at most 20.',
    query: z.object({ text: Text(100).default('') }),
    output: z.object({ names: z.array(NamedThing) }),
  },
  memberLog: {
    ...member,
    method: 'GET',
    path: '/api/admin/members/:memberId/log/',
    access: 'staff.members',
    summary:
      'Everything that happened to a member and, for administrators, what they did; newest first, a page at a time.',
    query: LogFilter.extend({ before: Cursor.optional(), limit }),
    output: z.object({ entries: z.array(LogEntry), hasMore: z.boolean() }),
  },
  exportMemberLog: {
    ...member,
    method: 'GET',
    path: '/api/admin/members/:memberId/log/export/',
    access: 'staff.members',
    summary: 'The same as a CSV file, the newest 20,000. Itself audited.',
    query: LogFilter,
    output: Download,
  },
  deviceLog: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/log/',
    access: ['staff.devices', 'staff.access'],
    summary: 'What happened at a device and what was done with it, newest first, a page at a time.',
    params: DeviceParams,
    query: z.object({ kind: DeviceLogKind.optional(), before: Cursor.optional(), limit }),
    output: z.object({ entries: z.array(DeviceLogEntry), hasMore: z.boolean() }),
    errors: ['notFound'],
  },
  detailHistory: {
    ...member,
    method: 'GET',
    path: '/api/admin/members/:memberId/log/details/',
    access: 'staff.members',
    summary: 'What a member’s details were before and after each change, newest first, a page of changes at a time.',
    query: z.object({ before: Id.optional(), limit }),
    output: z.object({ changes: z.array(DetailChange), hasMore: z.boolean(), next: z.number().int().nullable() }),
  },
  visitYear: {
    ...member,
    method: 'GET',
    path: '/api/admin/members/:memberId/log/visits/',
    access: 'staff.members',
    summary: 'When a member’s visits of the last twelve months began, at most 2,000.',
    output: z.object({ startedAt: z.array(Instant) }),
  },
  memberLogs: {
    ...member,
    method: 'GET',
    path: '/api/admin/members/:memberId/logs/',
    access: 'staff.members',
    summary: 'The three logs of a member as existing clients read them, newest first.',
    output: z.object({
      userEventLogs: z.array(z.object({ date: Instant, description: z.string(), logtype: z.string() })),
      doorLogs: z.array(z.object({ date: Instant, door: z.string(), success: z.boolean() })),
      interlockLogs: z.array(
        z.object({
          interlockName: z.string(),
          dateStarted: Instant,
          /** Seconds, such as "3600.0". */
          totalTime: z.string(),
          totalCost: z.number(),
          /** What it costs is not decided yet, and 0 above. */
          isBeingChecked: z.boolean(),
          status: z.literal(interlockStatuses),
          userEnded: z.string().nullable(),
        }),
      ),
    }),
  },
})
