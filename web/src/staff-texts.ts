import { staffAgreementsText } from './agreements/staff-text.ts'
import { apiKeysText } from './api-keys/text.ts'
import { auditText } from './audit/text.ts'
import { bankText } from './bank/text.ts'
import { concessionText } from './billing/concessions/concession-text.ts'
import { deskText } from './billing/desk/text.ts'
import { staffPlanText } from './billing/member/plan-text.ts'
import { billingText } from './billing/text.ts'
import { booksText } from './books/text.ts'
import { devicesText } from './devices/text.ts'
import { driversText } from './drivers/text.ts'
import { interlocksText } from './interlocks/text.ts'
import { staffIssuesText } from './issues/staff-text.ts'
import { staffLabelsText } from './labels/staff-text.ts'
import { mailingsText } from './mailings/text.ts'
import { staffAttendanceText } from './meetings/attendance/staff-text.ts'
import { staffMeetingsText } from './meetings/staff-text.ts'
import { cardsText } from './members/cards/text.ts'
import { closingText } from './members/detail/closing-text.ts'
import { strongLoginStaffText } from './members/detail/strong-login-text.ts'
import { bulkText } from './members/list/bulk-text.ts'
import { memberListText } from './members/list/text.ts'
import { membersText } from './members/text.ts'
import { messagesText } from './messages/text.ts'
import { monitoringText } from './monitoring/text.ts'
import { plansText } from './plans/text.ts'
import { staffProxiesText } from './proxies/staff-text.ts'
import { remindersText } from './reminders/text.ts'
import { settingsText } from './settings/text.ts'
import { applicationsText } from './signup/staff-text.ts'
import { certificatesText } from './training/staff-text.ts'
import { vendingText } from './vending/text.ts'
import { staffVisitorsText } from './visitors/staff-text.ts'
import { staffVotesText } from './votes/staff-text.ts'

/** The words of the screens that only staff see, by domain. They are there before a profile of staff is. */
export const staffTexts = {
  // The menu names the page; its words come with it.
  advice: { titleLeaving: 'Likely to leave' },
  agreements: staffAgreementsText,
  auth: strongLoginStaffText,
  apiKeys: apiKeysText,
  audit: auditText,
  bank: bankText,
  billing: { ...billingText, ...deskText, ...staffPlanText, ...concessionText },
  books: booksText,
  devices: devicesText,
  // As below.
  directory: { titleDirectory: 'Space directory' },
  // The menu names the page; its words come with it.
  backup: { titleBackups: 'Backups' },
  doctor: { titleDoctor: 'Doctor', titleVersion: 'Version' },
  help: {
    addressLocal:
      'This leads to {{siteUrl}}, which only opens on the portal’s own machine. Set SITE_URL to the address people open. The guide “Behind a web server” says how.',
    addressOther:
      'This leads to {{siteUrl}}, but you opened the portal at {{here}}. If people can’t open the first, change SITE_URL. The guide “Behind a web server” says how.',
  },
  // What only staff read on the home page.
  home: {
    waitingHealth_one: 'The doctor found one thing to look at',
    waitingHealth_other: 'The doctor found {{formatted}} things to look at',
  },
  drivers: driversText,
  interlocks: interlocksText,
  issues: staffIssuesText,
  // The menu names these pages; their words are those of members.
  kiosks: { titleKiosks: 'Kiosks' },
  display: { titleSlides: 'Wall displays' },
  memberbucks: { titleBalances: 'Balances' },
  retention: { titleRetention: 'How long data is kept' },
  leaving: { titleLeavers: 'Leaving members' },
  mailings: mailingsText,
  meetings: { ...staffMeetingsText, ...staffAttendanceText },
  members: { ...membersText, ...cardsText, ...closingText, ...memberListText, ...bulkText },
  messages: messagesText,
  monitoring: monitoringText,
  openid: { titleSites: 'Logins to other sites' },
  plans: plansText,
  proxies: staffProxiesText,
  // Its words come with the page, too.
  rehearsal: { titleRehearsal: 'Rehearsal' },
  reminders: remindersText,
  settings: settingsText,
  training: certificatesText,
  signup: applicationsText,
  storage: { titlePlaces: 'Storage places' },
  stripe: { titleStripe: 'Stripe' },
  vending: vendingText,
  visitors: staffVisitorsText,
  labels: staffLabelsText,
  votes: staffVotesText,
  webhooks: { titleWebhooks: 'Webhooks' },
} as const
