import { z } from 'zod'
import { eventGroups } from './events.ts'
import { Text } from './fields.ts'
import { Download, Id, Instant, routes } from './route.ts'

/** A stretch of a sentence; one that names a member who is still here leads to him. */
export const Piece = z.object({ text: z.string(), memberId: z.number().int().nullable() })
export type Piece = z.infer<typeof Piece>

/** Something an event says besides: before and after for a change, else only what it is. Null is nothing. */
export const Fact = z.object({
  name: z.string(),
  isChange: z.boolean(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type Fact = z.infer<typeof Fact>

export const EventGroup = z.enum(eventGroups)

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  group: EventGroup,
  /** The event as a sentence. */
  sentence: z.array(Piece),
  facts: z.array(Fact),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const period = { from: Instant.optional(), until: Instant.optional() }
const AuditFilter = z.object({
  group: EventGroup.optional(),
  /** The member who did it. */
  actorId: Id.optional(),
  /** The member it was done to. */
  memberId: Id.optional(),
  /** The device it was done with or to. */
  deviceId: Id.optional(),
  text: Text(100).default(''),
  ...period,
})
export type AuditFilter = z.infer<typeof AuditFilter>

const limit = z.coerce.number().int().min(1).max(100).default(50)

/** Whom or what events can be about, for a field that narrows as somebody types. */
export const NamedThing = z.object({ kind: z.enum(['member', 'device']), id: z.number().int(), name: z.string() })
export type NamedThing = z.infer<typeof NamedThing>

/** What a member's log is filtered by; `deeds` is what he did to others and to the space. */
export const logKinds = ['swipes', 'uses', 'visits', 'changes', 'cards', 'logins', 'messages', 'deeds'] as const
export const LogKind = z.enum(logKinds)
export type LogKind = z.infer<typeof LogKind>

export const LogEntry = z.object({
  /** Where the next page starts. */
  cursor: z.string(),
  at: Instant,
  kind: LogKind,
  outcome: z.enum(['fine', 'refused', 'locked', 'waiting', 'info']),
  sentence: z.array(Piece),
  detail: z.string(),
  /** When a visit ended. */
  endedAt: Instant.nullable(),
  facts: z.array(Fact),
})
export type LogEntry = z.infer<typeof LogEntry>

/** What a device's log is filtered by; `uses` is what members did with it. */
export const deviceLogKinds = ['uses', 'connections', 'commands', 'changes'] as const
export const DeviceLogKind = z.enum(deviceLogKinds)
export type DeviceLogKind = z.infer<typeof DeviceLogKind>

export const DeviceLogEntry = LogEntry.omit({ kind: true, outcome: true }).extend({
  kind: DeviceLogKind,
  outcome: z.enum(['fine', 'refused', 'locked', 'inUse', 'offline', 'info']),
  /** Of a connection: since when the device had been away for it, where that was a minute or more. */
  awaySince: Instant.nullable(),
})
export type DeviceLogEntry = z.infer<typeof DeviceLogEntry>

/** Microseconds, which of the joined tables, and the number in it. */
const Cursor = z.string().regex(/^\d{1,16}~[0-9]~\d{1,15}$/)
const LogFilter = z.object({ kind: LogKind.optional(), text: Text(100).default(''), ...period })
export type LogFilter = z.infer<typeof LogFilter>

export const DetailChange = z.object({
  eventId: z.number().int(),
  at: Instant,
  by: Piece,
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type DetailChange = z.infer<typeof DetailChange>

const member = { params: z.object({ memberId: Id }), errors: ['notFound'] } as const

export const audits = routes({
  list: {
    method: 'GET',
    path: '/api/admin/audit/',
    access: 'admin',
    summary: 'Who did what to whom, newest first, a page at a time.',
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
      'Everything that happened to a member and, for administrators, what he did; newest first, a page at a time.',
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
    params: z.object({ deviceId: Id }),
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
          totalTime: z.string(),
          totalCost: z.number(),
          status: z.number().int(),
          userEnded: z.string().nullable(),
        }),
      ),
    }),
  },
})
