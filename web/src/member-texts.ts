import { accessText } from './access/text.ts'
import { driversText } from './drivers/text.ts'
import { kiosksText } from './kiosks/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { membersText } from './members/text.ts'
import { profileText } from './profile/text.ts'
import { retentionText } from './retention/text.ts'
import { searchText } from './search/text.ts'
import { visitsText } from './visits/text.ts'

/** The words of the screens behind the login that any member sees, by domain; staff-texts.ts has those of staff. */
export const memberTexts = {
  access: accessText,
  drivers: driversText,
  kiosks: kiosksText,
  memberbucks: memberbucksText,
  members: membersText,
  profile: profileText,
  retention: retentionText,
  search: searchText,
  visits: visitsText,
} as const
