import { accessText } from './access/text.ts'
import { relayText } from './drivers/relay-text.ts'
import { issuesMenuText } from './issues/menu-text.ts'
import { balanceText } from './memberbucks/balance-text.ts'
import { standingText } from './members/standing-text.ts'
import { profileDashboardText } from './profile/dashboard-text.ts'
import { visitsText } from './visits/text.ts'
import { votesMenuText } from './votes/menu-text.ts'

/**
 * The words of the menu, the dashboard and what opens over it, by domain, as any member sees them; page-texts.ts has
 * those of the other pages, staff-texts.ts those of staff. Words of one page come with it.
 */
export const memberTexts = {
  access: accessText,
  auth: {
    titleSecurity: 'Login and security',
    strongLoginWaits: 'Set up a strong login to use your staff permissions.',
    strongLoginGo: 'Set it up',
  },
  // The menu names these pages; their words come with them.
  agreements: { titleAgreements: 'Agreements' },
  billing: { titleMyPlan: 'Plan' },
  training: { titleTraining: 'Certificates' },
  drivers: relayText,
  help: { titleHelp: 'Help' },
  issues: issuesMenuText,
  labels: { titleTickets: 'Tickets' },
  // As above, and the card of the dashboard.
  meetings: {
    titleMeetings: 'Meetings',
    nextHeading: 'Next meeting',
    nextOn: 'Happening now',
    nextOpen: 'See the agenda',
  },
  openings: { titleOpenings: 'Opening plan' },
  memberbucks: balanceText,
  leaving: { titleLeaving: 'Leaving' },
  members: standingText,
  profile: profileDashboardText,
  // As with billing.
  proxies: { titleProxies: 'Proxy votes' },
  statistics: { title: 'Statistics' },
  storage: { titleStorage: 'Storage', titlePlace: 'Storage place' },
  // As with billing.
  stripe: { titleBilling: 'Billing method' },
  // As with billing; the dashboard has a card of visitors.
  visitors: {
    titleOwn: 'Visitors',
    cardTitle_one: 'Your visitor is here',
    cardTitle_other: 'Your visitors are here',
    seeVisitors: 'See your visitors',
    signOutOf: 'Sign out {{name}}',
    signOut: 'Sign out',
    signedOut: '{{name}} is signed out',
  },
  visits: visitsText,
  votes: votesMenuText,
  // As with billing.
  webcams: { titleWebcams: 'Webcams' },
} as const
