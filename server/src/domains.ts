import type { Domains } from '#platform/domain.ts'
import { switchDefaultAccess } from './access/default-access.ts'
import { accessDomain } from './access/domain.ts'
import { adviceDomain } from './advice/domain.ts'
import { agreementsDomain } from './agreements/domain.ts'
import { apiKeysDomain } from './api-keys/domain.ts'
import { auditDomain } from './audit/domain.ts'
import { authDomain } from './auth/domain.ts'
import { backupDomain } from './backup/domain.ts'
import { bankDomain } from './bank/domain.ts'
import { provideDuesCollection } from './billing/collection.ts'
import { billingDomain } from './billing/domain.ts'
import { provideTakeOver } from './billing/kept-plans.ts'
import { booksDomain } from './books/domain.ts'
import { devicesDomain } from './devices/domain.ts'
import { directoryDomain } from './directory/domain.ts'
import { displayDomain } from './display/domain.ts'
import { doctorDomain } from './doctor/domain.ts'
import { doorsDomain } from './doors/domain.ts'
import { driversDomain } from './drivers/domain.ts'
import { gatewayDomain } from './gateway/domain.ts'
import { homeDomain } from './home/domain.ts'
import { interlocksDomain } from './interlocks/domain.ts'
import { issuesDomain } from './issues/domain.ts'
import { kiosksDomain } from './kiosks/domain.ts'
import { labelsDomain } from './labels/domain.ts'
import { leavingDomain } from './leaving/domain.ts'
import { mailingsDomain } from './mailings/domain.ts'
import { previewRoll } from './meetings/attendance/roll.ts'
import { meetingsDomain } from './meetings/domain.ts'
import { memberbucksDomain } from './memberbucks/domain.ts'
import { membersDomain } from './members/domain.ts'
import { messagesDomain } from './messages/domain.ts'
import { metricsDomain } from './metrics/domain.ts'
import { mobileDomain } from './mobile/domain.ts'
import { monitoringDomain } from './monitoring/domain.ts'
import { openidDomain } from './openid/domain.ts'
import { openingsDomain } from './openings/domain.ts'
import { plansDomain } from './plans/domain.ts'
import { profileDomain } from './profile/domain.ts'
import { proxiesDomain } from './proxies/domain.ts'
import { provideRollPreview } from './proxies/roll.ts'
import { pushDomain } from './push/domain.ts'
import { rehearsalDomain } from './rehearsal/domain.ts'
import { remindersDomain } from './reminders/domain.ts'
import { retentionDomain } from './retention/domain.ts'
import { searchDomain } from './search/domain.ts'
import { settingsDomain } from './settings/domain.ts'
import { signupDomain } from './signup/domain.ts'
import { ssoDomain } from './sso/domain.ts'
import { statisticsDomain } from './statistics/domain.ts'
import { storageDomain } from './storage/domain.ts'
import { stripeDomain } from './stripe/domain.ts'
import { takeOverFirst } from './stripe/earlier/takeovers.ts'
import { collectAll } from './stripe/paying/collection.ts'
import { trainingDomain } from './training/domain.ts'
import { vendingDomain } from './vending/domain.ts'
import { visitorsDomain } from './visitors/domain.ts'
import { visitsDomain } from './visits/domain.ts'
import { votesDomain } from './votes/domain.ts'
import { walletDomain } from './wallet/domain.ts'
import { webcamsDomain } from './webcams/domain.ts'
import { webhooksDomain } from './webhooks/domain.ts'

provideDuesCollection(collectAll)
provideTakeOver(takeOverFirst)
provideRollPreview(previewRoll)

/** Every domain of the portal. An account is closed in this order: members come last, because theirs is the row the others point at. */
export const domains: Domains = [
  authDomain,
  profileDomain,
  accessDomain,
  doorsDomain,
  interlocksDomain,
  vendingDomain,
  trainingDomain,
  devicesDomain({ switchDefault: switchDefaultAccess }),
  gatewayDomain,
  driversDomain,
  monitoringDomain,
  searchDomain,
  issuesDomain,
  kiosksDomain,
  displayDomain,
  visitsDomain,
  votesDomain,
  visitorsDomain,
  labelsDomain,
  openingsDomain,
  stripeDomain,
  plansDomain,
  billingDomain,
  bankDomain,
  memberbucksDomain,
  adviceDomain,
  booksDomain,
  remindersDomain,
  rehearsalDomain,
  messagesDomain,
  mailingsDomain,
  pushDomain,
  mobileDomain,
  auditDomain,
  meetingsDomain,
  proxiesDomain,
  signupDomain,
  agreementsDomain,
  apiKeysDomain,
  ssoDomain,
  openidDomain,
  walletDomain,
  storageDomain,
  leavingDomain,
  retentionDomain,
  settingsDomain,
  homeDomain,
  webcamsDomain,
  directoryDomain,
  doctorDomain,
  backupDomain,
  statisticsDomain,
  metricsDomain,
  webhooksDomain,
  membersDomain,
]
