import { type EventWords, say } from '../event.ts'

export const auditLogEvents = {
  'audit.exported': say('exports', '{actor} exported the audit'),
  'audit.memberLogExported': say('exports', '{actor} exported the log of {subject}', '{actor} exported their own log'),
} as const satisfies Record<`${string}.${string}`, EventWords>
