import { keepDays, type Setting } from '../setting.ts'

// The database itself refuses to delete what is younger than the least of each: server/sql/audit_event_kept_for.sql.
export const auditSettings = {
  KEEP_LOGINS_DAYS: keepDays('Keep the history of logins', {
    least: 90,
    usual: 365,
    help: 'Who logged in when and from which address, failed tries too. A break-in can go unnoticed for months.',
  }),
  KEEP_AUDIT_DAYS: keepDays('Keep the audit', {
    least: 365,
    usual: 3653,
    help: 'Who changed what. What is about money is kept ten years at least, whatever is set here.',
  }),
} satisfies Record<string, Setting>
