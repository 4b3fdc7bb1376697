import { accessText } from './access/text.ts'
import { relayText } from './drivers/relay-text.ts'
import { balanceText } from './memberbucks/balance-text.ts'
import { standingText } from './members/standing-text.ts'
import { profileDashboardText } from './profile/dashboard-text.ts'
import { searchText } from './search/text.ts'
import { visitsText } from './visits/text.ts'

/**
 * The words of the menu, the dashboard and what opens over it, by domain, as any member sees them; page-texts.ts has
 * those of the other pages, staff-texts.ts those of staff. Words of one page come with it.
 */
export const memberTexts = {
  access: accessText,
  // The menu names these pages; their words come with them.
  agreements: { titleAgreements: 'Agreements' },
  billing: { titleMyPlan: 'Plan' },
  training: { titleTraining: 'Certificates' },
  drivers: relayText,
  memberbucks: balanceText,
  members: standingText,
  profile: profileDashboardText,
  search: searchText,
  // As with billing.
  stripe: { titleBilling: 'Billing method' },
  visits: visitsText,
} as const
