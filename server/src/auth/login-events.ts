// On its own: what starts a session is known to the history of logins and to what looks for new devices.
import type { AuditEventName } from '@spacekeeper/contract/audit-events.ts'

/** Events of the audit that each start a session outside a kiosk. */
export const loginEvents = [
  'account.loggedIn',
  'account.loggedInByLink',
  'account.loggedInByPasskey',
  'account.loggedInByProvider',
  'account.verified',
  'account.verifiedAnew',
  'account.invitationAccepted',
  'account.firstAdminCreated',
] as const satisfies readonly AuditEventName[]
