import { accessPageText } from './access/page-text.ts'
import { agreementsText } from './agreements/text.ts'
import { mandateText } from './bank/mandate-text.ts'
import { issuesText } from './issues/text.ts'
import { kiosksText } from './kiosks/text.ts'
import { attendanceText } from './meetings/attendance/text.ts'
import { meetingsText } from './meetings/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { appCardText } from './mobile/card-text.ts'
import { profileText } from './profile/text.ts'
import { proxiesText } from './proxies/text.ts'
import { pushText } from './push/text.ts'
import { upcomingText } from './reminders/upcoming-text.ts'
import { retentionText } from './retention/text.ts'
import { searchText } from './search/text.ts'
import { trainingText } from './training/text.ts'
import { secretText } from './votes/secret/secret-text.ts'
import { votesText } from './votes/text.ts'
import { walletText } from './wallet/text.ts'

/** The words of members' pages beyond the dashboard and of the search, by domain. They are there before these are drawn. */
export const pageTexts = {
  access: accessPageText,
  agreements: agreementsText,
  bank: mandateText,
  issues: issuesText,
  kiosks: kiosksText,
  meetings: { ...meetingsText, ...attendanceText },
  memberbucks: memberbucksText,
  mobile: appCardText,
  profile: profileText,
  proxies: proxiesText,
  push: pushText,
  reminders: upcomingText,
  retention: retentionText,
  search: searchText,
  training: trainingText,
  votes: { ...votesText, ...secretText },
  wallet: walletText,
} as const
