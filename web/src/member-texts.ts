import { accessText } from './access/text.ts'
import { agreementsText } from './agreements/text.ts'
import { mandateText } from './bank/mandate-text.ts'
import { driversText } from './drivers/text.ts'
import { kiosksText } from './kiosks/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { membersText } from './members/text.ts'
import { profileText } from './profile/text.ts'
import { upcomingText } from './reminders/upcoming-text.ts'
import { retentionText } from './retention/text.ts'
import { searchText } from './search/text.ts'
import { trainingText } from './training/text.ts'
import { visitsText } from './visits/text.ts'

/** The words of the screens behind the login that any member sees, by domain; staff-texts.ts has those of staff. Words of one page come with it. */
export const memberTexts = {
  access: accessText,
  agreements: agreementsText,
  bank: mandateText,
  // The menu names the page; its words come with it.
  billing: { titleMyPlan: 'Plan' },
  drivers: driversText,
  kiosks: kiosksText,
  memberbucks: memberbucksText,
  members: membersText,
  profile: profileText,
  reminders: upcomingText,
  retention: retentionText,
  search: searchText,
  training: trainingText,
  visits: visitsText,
} as const
