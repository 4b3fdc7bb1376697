import { apiKeysText } from './api-keys/text.ts'
import { auditText } from './audit/text.ts'
import { devicesText } from './devices/text.ts'
import { interlocksText } from './interlocks/text.ts'
import { mailingsText } from './mailings/text.ts'
import { cardsText } from './members/cards/text.ts'
import { closingText } from './members/detail/closing-text.ts'
import { bulkText } from './members/list/bulk-text.ts'
import { memberListText } from './members/list/text.ts'
import { messagesText } from './messages/text.ts'
import { monitoringText } from './monitoring/text.ts'
import { settingsText } from './settings/text.ts'
import { vendingText } from './vending/text.ts'

/** The words of the screens that only staff see, by domain. They are there before a profile of staff is. */
export const staffTexts = {
  apiKeys: apiKeysText,
  audit: auditText,
  devices: devicesText,
  interlocks: interlocksText,
  mailings: mailingsText,
  members: { ...cardsText, ...closingText, ...memberListText, ...bulkText },
  messages: messagesText,
  monitoring: monitoringText,
  settings: settingsText,
  vending: vendingText,
} as const
