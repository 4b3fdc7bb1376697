import { z } from 'zod'
import { accessEvents } from './access/events.ts'
import { accessApi } from './access/routes.ts'
import { accessSettings } from './access/settings.ts'
import { adviceApi } from './advice/routes.ts'
import { adviceSettings } from './advice/settings.ts'
import { agreementsEvents } from './agreements/events.ts'
import { agreementsApi } from './agreements/routes.ts'
import { agreementsSettings } from './agreements/settings.ts'
import { apiKeysEvents } from './api-keys/events.ts'
import { apiKeysApi } from './api-keys/routes.ts'
import { apiKeysSettings } from './api-keys/settings.ts'
import { auditLogEvents } from './audit/events.ts'
import { auditApi } from './audit/routes.ts'
import { auditSettings } from './audit/settings.ts'
import { authEvents } from './auth/events.ts'
import { authApi } from './auth/routes.ts'
import { bankEvents } from './bank/events.ts'
import { bankApi } from './bank/routes.ts'
import { bankSettings } from './bank/settings.ts'
import { deskApi } from './billing/desk-routes.ts'
import { billingEvents } from './billing/events.ts'
import { billingApi } from './billing/routes.ts'
import { billingSettings } from './billing/settings.ts'
import { staffPlansApi } from './billing/staff-routes.ts'
import { booksEvents } from './books/events.ts'
import { booksApi } from './books/routes.ts'
import { booksSettings } from './books/settings.ts'
import { devicesEvents } from './devices/events.ts'
import { devicesApi } from './devices/routes.ts'
import { doctorEvents } from './doctor/events.ts'
import { doctorApi } from './doctor/routes.ts'
import { doorsApi } from './doors/routes.ts'
import { driversEvents } from './drivers/events.ts'
import { driversApi } from './drivers/routes.ts'
import { gatewaySettings } from './gateway/settings.ts'
import { homeApi } from './home/routes.ts'
import { homeSettings } from './home/settings.ts'
import { interlocksEvents } from './interlocks/events.ts'
import { interlocksApi } from './interlocks/routes.ts'
import { interlocksSettings } from './interlocks/settings.ts'
import { issuesEvents } from './issues/events.ts'
import { issuesApi } from './issues/routes.ts'
import { issuesSettings } from './issues/settings.ts'
import { staffIssuesApi } from './issues/staff-routes.ts'
import { kiosksEvents } from './kiosks/events.ts'
import { kiosksApi } from './kiosks/routes.ts'
import { kiosksSettings } from './kiosks/settings.ts'
import { labelsEvents } from './labels/events.ts'
import { labelsApi } from './labels/routes.ts'
import { labelsSettings } from './labels/settings.ts'
import { leavingEvents } from './leaving/events.ts'
import { leavingApi } from './leaving/routes.ts'
import { leavingSettings } from './leaving/settings.ts'
import { live } from './live.ts'
import { mailingsEvents } from './mailings/events.ts'
import { mailingsApi } from './mailings/routes.ts'
import { attendanceEvents } from './meetings/attendance-events.ts'
import { attendanceApi } from './meetings/attendance-routes.ts'
import { attendanceSettings } from './meetings/attendance-settings.ts'
import { meetingsEvents } from './meetings/events.ts'
import { meetingsApi } from './meetings/routes.ts'
import { meetingsSettings } from './meetings/settings.ts'
import { staffMeetingsApi } from './meetings/staff-routes.ts'
import { memberbucksEvents } from './memberbucks/events.ts'
import { memberbucksApi } from './memberbucks/routes.ts'
import { memberbucksSettings } from './memberbucks/settings.ts'
import { membersEvents } from './members/events.ts'
import { membersApi } from './members/routes.ts'
import { membersSettings } from './members/settings.ts'
import { messagesEvents } from './messages/events.ts'
import { messagesApi } from './messages/routes.ts'
import { messagesSettings } from './messages/settings.ts'
import { monitoringApi } from './monitoring/routes.ts'
import { monitoringSettings } from './monitoring/settings.ts'
import { plansEvents } from './plans/events.ts'
import { plansApi } from './plans/routes.ts'
import { profileEvents } from './profile/events.ts'
import { profileApi } from './profile/routes.ts'
import { proxiesEvents } from './proxies/events.ts'
import { proxiesApi } from './proxies/routes.ts'
import { proxiesSettings } from './proxies/settings.ts'
import { rehearsalApi } from './rehearsal/routes.ts'
import { remindersEvents } from './reminders/events.ts'
import { remindersApi } from './reminders/routes.ts'
import { retentionEvents } from './retention/events.ts'
import { retentionApi } from './retention/routes.ts'
import { searchApi } from './search/routes.ts'
import type { Setting } from './setting.ts'
import { settingsEvents } from './settings/events.ts'
import { settingsApi } from './settings/routes.ts'
import { settingsSettings } from './settings/settings.ts'
import { signupEvents } from './signup/events.ts'
import { signupApi } from './signup/routes.ts'
import { signupSettings } from './signup/settings.ts'
import { statisticsApi } from './statistics/routes.ts'
import { statisticsSettings } from './statistics/settings.ts'
import { storageEvents } from './storage/events.ts'
import { storageApi } from './storage/routes.ts'
import { storageSettings } from './storage/settings.ts'
import { stripeDeskApi } from './stripe/desk-routes.ts'
import { stripeEvents } from './stripe/events.ts'
import { cardPlanApi } from './stripe/plan-routes.ts'
import { stripeApi } from './stripe/routes.ts'
import { stripeSettings } from './stripe/settings.ts'
import { webhookApi } from './stripe/webhook-routes.ts'
import { trainingEvents } from './training/events.ts'
import { trainingApi } from './training/routes.ts'
import { trainingSettings } from './training/settings.ts'
import { vendingEvents } from './vending/events.ts'
import { vendingApi } from './vending/routes.ts'
import { visitorsEvents } from './visitors/events.ts'
import { visitorsApi } from './visitors/routes.ts'
import { visitorsSettings } from './visitors/settings.ts'
import { visitsEvents } from './visits/events.ts'
import { visitsApi } from './visits/routes.ts'
import { visitsSettings } from './visits/settings.ts'
import { votesEvents } from './votes/events.ts'
import { votesApi } from './votes/routes.ts'
import { secretBallotsApi } from './votes/secret-routes.ts'
import { votesSettings } from './votes/settings.ts'
import { staffVotesApi } from './votes/staff-routes.ts'

// Everything a new domain is named in, in one file. Clients and servers take what they need of it: a bundle keeps only
// the lists it reads, because nothing in this package has side effects (package.json).

/** Every route of the API, by domain. */
export const contract = {
  access: accessApi,
  advice: adviceApi,
  agreements: agreementsApi,
  apiKeys: apiKeysApi,
  audit: auditApi,
  auth: authApi,
  bank: bankApi,
  books: booksApi,
  // Marked like the events below, for the same reason.
  billing: /* @__PURE__ */ (() => ({ ...billingApi, ...deskApi, ...staffPlansApi }))(),
  devices: devicesApi,
  doctor: doctorApi,
  doors: doorsApi,
  drivers: driversApi,
  home: homeApi,
  interlocks: interlocksApi,
  issues: /* @__PURE__ */ (() => ({ ...issuesApi, ...staffIssuesApi }))(),
  kiosks: kiosksApi,
  labels: labelsApi,
  leaving: leavingApi,
  mailings: mailingsApi,
  meetings: /* @__PURE__ */ (() => ({ ...meetingsApi, ...staffMeetingsApi, ...attendanceApi }))(),
  memberbucks: memberbucksApi,
  members: membersApi,
  messages: messagesApi,
  monitoring: monitoringApi,
  plans: plansApi,
  profile: profileApi,
  proxies: proxiesApi,
  rehearsal: rehearsalApi,
  reminders: remindersApi,
  retention: retentionApi,
  search: searchApi,
  settings: settingsApi,
  signup: signupApi,
  statistics: statisticsApi,
  storage: storageApi,
  stripe: /* @__PURE__ */ (() => ({ ...stripeApi, ...webhookApi, ...cardPlanApi, ...stripeDeskApi }))(),
  training: trainingApi,
  vending: vendingApi,
  visitors: visitorsApi,
  visits: visitsApi,
  votes: /* @__PURE__ */ (() => ({ ...votesApi, ...staffVotesApi, ...secretBallotsApi }))(),
  live,
}
export type Contract = typeof contract

/** Every event of the audit, by the name change() is given. One that is not here does not compile. */
// A bundler keeps what is spread into an object, read or not, unless a call marked like this one does it.
export const auditEvents = /* @__PURE__ */ (() =>
  ({
    ...accessEvents,
    ...agreementsEvents,
    ...apiKeysEvents,
    ...auditLogEvents,
    ...authEvents,
    ...bankEvents,
    ...billingEvents,
    ...booksEvents,
    ...devicesEvents,
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
    ...plansEvents,
    ...profileEvents,
    ...proxiesEvents,
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
  }) as const)()

export type AuditEventName = keyof typeof auditEvents

/** Every setting of a site, with its default. The keys are those spaces know from their present system. */
export const settings = {
  ...settingsSettings,
  ...homeSettings,
  ...statisticsSettings,
  ...membersSettings,
  ...visitsSettings,
  ...visitorsSettings,
  ...labelsSettings,
  ...accessSettings,
  ...kiosksSettings,
  ...apiKeysSettings,
  ...monitoringSettings,
  ...billingSettings,
  ...bankSettings,
  ...memberbucksSettings,
  ...adviceSettings,
  ...stripeSettings,
  ...trainingSettings,
  ...booksSettings,
  ...messagesSettings,
  ...interlocksSettings,
  ...gatewaySettings,
  ...auditSettings,
  ...agreementsSettings,
  ...signupSettings,
  ...meetingsSettings,
  ...attendanceSettings,
  ...proxiesSettings,
  ...storageSettings,
  ...leavingSettings,
  ...issuesSettings,
  ...votesSettings,
} satisfies Record<string, Setting>

export type Settings = { [K in keyof typeof settings]: z.infer<(typeof settings)[K]['schema']> }
export type SettingKey = keyof Settings

/**
 * What can change on an open screen. An event says which queries are stale, never what is in them,
 * so a screen that receives it asks again and gets only what its member may see.
 * `reset`: events may have been missed; everything live is stale.
 */
export const liveTopics = [
  'swipes',
  'refusals',
  'access',
  'training',
  'visits',
  'tickets',
  'profile',
  'members',
  'devices',
  'kiosks',
  'messages',
  'memberbucks',
  'billing',
  'chat',
  'audits',
  'config',
  'doctor',
  'meetings',
  'votes',
  'issues',
  'storage',
  'leaving',
  'reset',
] as const
export const LiveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof LiveTopic>

export type LiveEvent = { topic: LiveTopic }
