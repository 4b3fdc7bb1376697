import { z } from 'zod'
import { AnyInstant } from '../days.ts'
import { eventGroups } from '../event.ts'
import { Text } from '../fields.ts'
import { Instant, Id } from '../route.ts'
import { logKinds, deviceLogKinds } from './words.ts'

/** A stretch of a sentence; one that names a current member links to them. */
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

const period = { from: AnyInstant.optional(), until: AnyInstant.optional() }

export const AuditFilter = z.object({
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

/** What events can be about, for a field that narrows while typing. */
export const NamedThing = z.object({ kind: z.enum(['member', 'device']), id: z.number().int(), name: z.string() })

export type NamedThing = z.infer<typeof NamedThing>

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

export const DeviceLogKind = z.enum(deviceLogKinds)

export type DeviceLogKind = z.infer<typeof DeviceLogKind>

export const DeviceLogEntry = LogEntry.omit({ kind: true, outcome: true }).extend({
  kind: DeviceLogKind,
  outcome: z.enum(['fine', 'refused', 'locked', 'inUse', 'offline', 'info']),
  /** Of a connection: since when the device had been away for it, where that was a minute or more. */
  awaySince: Instant.nullable(),
})

export type DeviceLogEntry = z.infer<typeof DeviceLogEntry>

export const LogFilter = z.object({ kind: LogKind.optional(), text: Text(100).default(''), ...period })

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
