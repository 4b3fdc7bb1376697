import { accessText } from './access/text.ts'
import { apiKeysText } from './api-keys/text.ts'
import { auditText } from './audit/text.ts'
import { devicesText } from './devices/text.ts'
import { driversText } from './drivers/text.ts'
import { interlocksText } from './interlocks/text.ts'
import { kiosksText } from './kiosks/text.ts'
import { mailingsText } from './mailings/text.ts'
import { memberbucksText } from './memberbucks/text.ts'
import { membersText } from './members/text.ts'
import { messagesText } from './messages/text.ts'
import { monitoringText } from './monitoring/text.ts'
import { profileText } from './profile/text.ts'
import { retentionText } from './retention/text.ts'
import { searchText } from './search/text.ts'
import { settingsText } from './settings/text.ts'
import { vendingText } from './vending/text.ts'
import { visitsText } from './visits/text.ts'

/** The words of the screens behind the login, by domain. */
export const memberTexts = {
  access: accessText,
  apiKeys: apiKeysText,
  audit: auditText,
  devices: devicesText,
  drivers: driversText,
  interlocks: interlocksText,
  kiosks: kiosksText,
  mailings: mailingsText,
  memberbucks: memberbucksText,
  members: membersText,
  messages: messagesText,
  monitoring: monitoringText,
  profile: profileText,
  retention: retentionText,
  search: searchText,
  settings: settingsText,
  vending: vendingText,
  visits: visitsText,
} as const
