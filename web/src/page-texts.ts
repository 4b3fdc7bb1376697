import { agreementsText } from './agreements/text.ts'
import { mandateText } from './bank/mandate-text.ts'
import { kiosksText } from './kiosks/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { profileText } from './profile/text.ts'
import { upcomingText } from './reminders/upcoming-text.ts'
import { retentionText } from './retention/text.ts'
import { trainingText } from './training/text.ts'

/** The words of members' pages beyond the dashboard, by domain. They are there before such a page is drawn. */
export const pageTexts = {
  agreements: agreementsText,
  bank: mandateText,
  kiosks: kiosksText,
  memberbucks: memberbucksText,
  profile: profileText,
  reminders: upcomingText,
  retention: retentionText,
  training: trainingText,
} as const
