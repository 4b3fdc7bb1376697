import { z } from 'zod'
import { accessApi } from './access/routes.ts'
import { accessSettings } from './access/settings.ts'
import { adviceApi } from './advice/routes.ts'
import { adviceSettings } from './advice/settings.ts'
import { agreementsApi } from './agreements/routes.ts'
import { agreementsSettings } from './agreements/settings.ts'
import { apiKeysApi } from './api-keys/routes.ts'
import { scriptKeysApi } from './api-keys/script-routes.ts'
import { apiKeysSettings } from './api-keys/settings.ts'
import { auditApi } from './audit/routes.ts'
import { auditSettings } from './audit/settings.ts'
import { providerApi } from './auth/provider-routes.ts'
import { authApi } from './auth/routes.ts'
import { authSettings } from './auth/settings.ts'
import { strongLoginApi } from './auth/strong-routes.ts'
import { tokenApi } from './auth/token-routes.ts'
import { backupApi } from './backup/routes.ts'
import { backupSettings } from './backup/settings.ts'
import { bankApi } from './bank/routes.ts'
import { bankSettings } from './bank/settings.ts'
import { deskApi } from './billing/desk-routes.ts'
import { billingApi } from './billing/routes.ts'
import { billingSettings } from './billing/settings.ts'
import { staffPlansApi } from './billing/staff-routes.ts'
import { booksApi } from './books/routes.ts'
import { booksSettings } from './books/settings.ts'
import { devicesApi } from './devices/routes.ts'
import { directoryApi } from './directory/routes.ts'
import { directorySettings } from './directory/settings.ts'
import { displayApi } from './display/routes.ts'
import { displaySettings } from './display/settings.ts'
import { doctorApi } from './doctor/routes.ts'
import { doctorSettings } from './doctor/settings.ts'
import { doorsApi } from './doors/routes.ts'
import { driversApi } from './drivers/routes.ts'
import { gatewaySettings } from './gateway/settings.ts'
import { homeApi } from './home/routes.ts'
import { homeSettings } from './home/settings.ts'
import { interlocksApi } from './interlocks/routes.ts'
import { interlocksSettings } from './interlocks/settings.ts'
import { issuesApi } from './issues/routes.ts'
import { issuesSettings } from './issues/settings.ts'
import { staffIssuesApi } from './issues/staff-routes.ts'
import { kiosksApi } from './kiosks/routes.ts'
import { kiosksSettings } from './kiosks/settings.ts'
import { labelsApi } from './labels/routes.ts'
import { labelsSettings } from './labels/settings.ts'
import { leavingApi } from './leaving/routes.ts'
import { leavingSettings } from './leaving/settings.ts'
import { live } from './live.ts'
import { mailingsApi } from './mailings/routes.ts'
import { attendanceApi } from './meetings/attendance-routes.ts'
import { attendanceSettings } from './meetings/attendance-settings.ts'
import { meetingsApi } from './meetings/routes.ts'
import { meetingsSettings } from './meetings/settings.ts'
import { staffMeetingsApi } from './meetings/staff-routes.ts'
import { memberbucksApi } from './memberbucks/routes.ts'
import { memberbucksSettings } from './memberbucks/settings.ts'
import { membersApi } from './members/routes.ts'
import { membersSettings } from './members/settings.ts'
import { messagesApi } from './messages/routes.ts'
import { messagesSettings } from './messages/settings.ts'
import { metricsApi } from './metrics/routes.ts'
import { metricsSettings } from './metrics/settings.ts'
import { mobileApi } from './mobile/routes.ts'
import { mobileSettings } from './mobile/settings.ts'
import { monitoringApi } from './monitoring/routes.ts'
import { monitoringSettings } from './monitoring/settings.ts'
import { openidApi } from './openid/routes.ts'
import { openidSettings } from './openid/settings.ts'
import { staffOpenidApi } from './openid/staff-routes.ts'
import { openingsApi } from './openings/routes.ts'
import { openingsSettings } from './openings/settings.ts'
import { plansApi } from './plans/routes.ts'
import { profileApi } from './profile/routes.ts'
import { proxiesApi } from './proxies/routes.ts'
import { proxiesSettings } from './proxies/settings.ts'
import { pushApi } from './push/routes.ts'
import { pushSettings } from './push/settings.ts'
import { rehearsalApi } from './rehearsal/routes.ts'
import { remindersApi } from './reminders/routes.ts'
import { retentionApi } from './retention/routes.ts'
import { searchApi } from './search/routes.ts'
import type { Setting } from './setting.ts'
import { settingsApi } from './settings/routes.ts'
import { settingsSettings } from './settings/settings.ts'
import { signupApi } from './signup/routes.ts'
import { signupSettings } from './signup/settings.ts'
import { ssoSettings } from './sso/settings.ts'
import { statisticsApi } from './statistics/routes.ts'
import { statisticsSettings } from './statistics/settings.ts'
import { storageApi } from './storage/routes.ts'
import { storageSettings } from './storage/settings.ts'
import { stripeDeskApi } from './stripe/desk-routes.ts'
import { cardPlanApi } from './stripe/plan-routes.ts'
import { stripeApi } from './stripe/routes.ts'
import { stripeSettings } from './stripe/settings.ts'
import { webhookApi } from './stripe/webhook-routes.ts'
import { trainingApi } from './training/routes.ts'
import { trainingSettings } from './training/settings.ts'
import { vendingApi } from './vending/routes.ts'
import { visitorsApi } from './visitors/routes.ts'
import { visitorsSettings } from './visitors/settings.ts'
import { visitsApi } from './visits/routes.ts'
import { visitsSettings } from './visits/settings.ts'
import { votesApi } from './votes/routes.ts'
import { secretBallotsApi } from './votes/secret-routes.ts'
import { votesSettings } from './votes/settings.ts'
import { staffVotesApi } from './votes/staff-routes.ts'
import { walletApi } from './wallet/routes.ts'
import { walletSettings } from './wallet/settings.ts'
import { webcamsApi } from './webcams/routes.ts'
import { webcamSettings } from './webcams/settings.ts'
import { outgoingWebhooksApi } from './webhooks/routes.ts'
import { webhooksSettings } from './webhooks/settings.ts'

// Everything a new domain is named in, in one file. Clients and servers take what they need of it: a bundle keeps only
// the lists it reads, because nothing in this package has side effects (package.json).

/** Every route of the API, by domain. */
export const contract = {
  access: accessApi,
  advice: adviceApi,
  agreements: agreementsApi,
  apiKeys: /* @__PURE__ */ (() => ({ ...apiKeysApi, ...scriptKeysApi }))(),
  audit: auditApi,
  auth: /* @__PURE__ */ (() => ({ ...authApi, ...tokenApi, ...strongLoginApi, ...providerApi }))(),
  backup: backupApi,
  bank: bankApi,
  books: booksApi,
  // Marked like the events below, for the same reason.
  billing: /* @__PURE__ */ (() => ({ ...billingApi, ...deskApi, ...staffPlansApi }))(),
  devices: devicesApi,
  directory: directoryApi,
  display: displayApi,
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
  metrics: metricsApi,
  mobile: mobileApi,
  monitoring: monitoringApi,
  openings: openingsApi,
  openid: /* @__PURE__ */ (() => ({ ...openidApi, ...staffOpenidApi }))(),
  plans: plansApi,
  profile: profileApi,
  proxies: proxiesApi,
  push: pushApi,
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
  webhooks: outgoingWebhooksApi,
  votes: /* @__PURE__ */ (() => ({ ...votesApi, ...staffVotesApi, ...secretBallotsApi }))(),
  wallet: walletApi,
  webcams: webcamsApi,
  live,
}
export type Contract = typeof contract

/** Every setting of a site, with its default. The keys are those spaces know from their present system. */
export const settings = {
  ...settingsSettings,
  ...homeSettings,
  ...webcamSettings,
  ...directorySettings,
  ...statisticsSettings,
  ...membersSettings,
  ...authSettings,
  ...visitsSettings,
  ...visitorsSettings,
  ...openingsSettings,
  ...labelsSettings,
  ...accessSettings,
  ...kiosksSettings,
  ...displaySettings,
  ...apiKeysSettings,
  ...monitoringSettings,
  ...doctorSettings,
  ...metricsSettings,
  ...billingSettings,
  ...backupSettings,
  ...bankSettings,
  ...memberbucksSettings,
  ...adviceSettings,
  ...stripeSettings,
  ...trainingSettings,
  ...booksSettings,
  ...messagesSettings,
  ...pushSettings,
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
  ...webhooksSettings,
  ...ssoSettings,
  ...openidSettings,
  ...mobileSettings,
  ...walletSettings,
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
  'details',
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
  'backup',
  'directory',
  'meetings',
  'openings',
  'display',
  'votes',
  'issues',
  'storage',
  'leaving',
  'webhooks',
  'reset',
] as const
export const LiveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof LiveTopic>

/**
 * `of`: `own`, if it is about the listener alone, `others`, if it is about other members. Without it, it may be about both.
 * `by`: the `X-Request-Id` of the listener's own write that it is of; what that write's answer made stale is asked for already.
 */
export type LiveEvent = { topic: LiveTopic; of?: 'own' | 'others' | undefined; by?: string | undefined }
