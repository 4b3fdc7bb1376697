import { keepDays, type Setting } from '../setting.ts'

// The database itself refuses to delete what is younger than the least of each: server/sql/audit_event_kept_for.sql.
export const auditSettings = {
  KEEP_LOGINS_DAYS: keepDays('Login history', {
    least: 90,
    usual: 365,
    help: 'Who logged in when and from which address, failed tries too. A break-in can go unnoticed for months.',
  }),
  KEEP_AUDIT_DAYS: keepDays('Audit log', {
    least: 365,
    usual: 3653,
    help: 'Who changed what. Entries about money are always kept for at least ten years.',
  }),
} satisfies Record<string, Setting>
