import { accessEvents } from './access/events.ts'
import { agreementsEvents } from './agreements/events.ts'
import { apiKeysEvents } from './api-keys/events.ts'
import { auditLogEvents } from './audit/events.ts'
import { authEvents } from './auth/events.ts'
import { backupEvents } from './backup/events.ts'
import { bankEvents } from './bank/events.ts'
import { billingEvents } from './billing/events.ts'
import { booksEvents } from './books/events.ts'
import { devicesEvents } from './devices/events.ts'
import { directoryEvents } from './directory/events.ts'
import { displayEvents } from './display/events.ts'
import { doctorEvents } from './doctor/events.ts'
import { driversEvents } from './drivers/events.ts'
import { interlocksEvents } from './interlocks/events.ts'
import { issuesEvents } from './issues/events.ts'
import { kiosksEvents } from './kiosks/events.ts'
import { labelsEvents } from './labels/events.ts'
import { leavingEvents } from './leaving/events.ts'
import { mailingsEvents } from './mailings/events.ts'
import { attendanceEvents } from './meetings/attendance-events.ts'
import { meetingsEvents } from './meetings/events.ts'
import { memberbucksEvents } from './memberbucks/events.ts'
import { membersEvents } from './members/events.ts'
import { messagesEvents } from './messages/events.ts'
import { openidEvents } from './openid/events.ts'
import { openingsEvents } from './openings/events.ts'
import { plansEvents } from './plans/events.ts'
import { profileEvents } from './profile/events.ts'
import { proxiesEvents } from './proxies/events.ts'
import { pushEvents } from './push/events.ts'
import { remindersEvents } from './reminders/events.ts'
import { retentionEvents } from './retention/events.ts'
import { settingsEvents } from './settings/events.ts'
import { signupEvents } from './signup/events.ts'
import { storageEvents } from './storage/events.ts'
import { stripeEvents } from './stripe/events.ts'
import { trainingEvents } from './training/events.ts'
import { vendingEvents } from './vending/events.ts'
import { visitorsEvents } from './visitors/events.ts'
import { visitsEvents } from './visits/events.ts'
import { votesEvents } from './votes/events.ts'
import { walletEvents } from './wallet/events.ts'
import { webhooksEvents } from './webhooks/events.ts'

/** Every event of the audit, by the name change() is given. One that is not here does not compile. */
// A bundler keeps what is spread into an object, read or not, unless a call marked like this one does it.
export const auditEvents = /* @__PURE__ */ (() =>
  ({
    ...accessEvents,
    ...agreementsEvents,
    ...apiKeysEvents,
    ...auditLogEvents,
    ...authEvents,
    ...backupEvents,
    ...bankEvents,
    ...billingEvents,
    ...booksEvents,
    ...devicesEvents,
    ...directoryEvents,
    ...displayEvents,
    ...doctorEvents,
    ...driversEvents,
    ...interlocksEvents,
    ...issuesEvents,
    ...kiosksEvents,
    ...labelsEvents,
    ...leavingEvents,
    ...mailingsEvents,
    ...meetingsEvents,
    ...attendanceEvents,
    ...memberbucksEvents,
    ...membersEvents,
    ...messagesEvents,
    ...openingsEvents,
    ...openidEvents,
    ...plansEvents,
    ...profileEvents,
    ...proxiesEvents,
    ...pushEvents,
    ...remindersEvents,
    ...retentionEvents,
    ...settingsEvents,
    ...signupEvents,
    ...storageEvents,
    ...stripeEvents,
    ...trainingEvents,
    ...vendingEvents,
    ...visitorsEvents,
    ...visitsEvents,
    ...votesEvents,
    ...walletEvents,
    ...webhooksEvents,
  }) as const)()

export type AuditEventName = keyof typeof auditEvents
