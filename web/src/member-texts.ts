import { devicesText } from './devices/text.ts'
import { auditsText } from './audits/text.ts'
import { doorsText } from './doors/text.ts'
import { driversText } from './drivers/text.ts'
import { enrolmentsText } from './enrolments/text.ts'
import { fleetsText } from './fleets/text.ts'
import { interlocksText } from './interlocks/text.ts'
import { keysText } from './keys/text.ts'
import { kiosksText } from './kiosks/text.ts'
import { mailingsText } from './mailings/text.ts'
import { membersText } from './members/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { messagesText } from './messages/text.ts'
import { profilesText } from './profiles/text.ts'
import { rostersText } from './rosters/text.ts'
import { settingsText } from './site/settings-text.ts'
import { vendingText } from './vending/text.ts'
import { visitsText } from './visits/text.ts'

/** The words of the screens behind the login, by domain. */
export const memberTexts = {
  devices: devicesText,
  audits: auditsText,
  doors: doorsText,
  drivers: driversText,
  enrolments: enrolmentsText,
  fleets: fleetsText,
  interlocks: interlocksText,
  keys: keysText,
  kiosks: kiosksText,
  mailings: mailingsText,
  members: membersText,
  memberbucks: memberbucksText,
  messages: messagesText,
  profiles: profilesText,
  rosters: rostersText,
  vending: vendingText,
  visits: visitsText,
  settings: settingsText,
} as const
