import { staffAgreementsText } from './agreements/staff-text.ts'
import { apiKeysText } from './api-keys/text.ts'
import { auditText } from './audit/text.ts'
import { bankText } from './bank/text.ts'
import { concessionText } from './billing/concession-text.ts'
import { deskText } from './billing/desk-text.ts'
import { staffPlanText } from './billing/staff-plan-text.ts'
import { billingText } from './billing/text.ts'
import { booksText } from './books/text.ts'
import { devicesText } from './devices/text.ts'
import { interlocksText } from './interlocks/text.ts'
import { mailingsText } from './mailings/text.ts'
import { cardsText } from './members/cards/text.ts'
import { closingText } from './members/detail/closing-text.ts'
import { bulkText } from './members/list/bulk-text.ts'
import { memberListText } from './members/list/text.ts'
import { messagesText } from './messages/text.ts'
import { monitoringText } from './monitoring/text.ts'
import { plansText } from './plans/text.ts'
import { remindersText } from './reminders/text.ts'
import { settingsText } from './settings/text.ts'
import { applicationsText } from './signup/staff-text.ts'
import { certificatesText } from './training/staff-text.ts'
import { vendingText } from './vending/text.ts'

/** The words of the screens that only staff see, by domain. They are there before a profile of staff is. */
export const staffTexts = {
  agreements: staffAgreementsText,
  apiKeys: apiKeysText,
  audit: auditText,
  bank: bankText,
  billing: { ...billingText, ...deskText, ...staffPlanText, ...concessionText },
  books: booksText,
  devices: devicesText,
  interlocks: interlocksText,
  mailings: mailingsText,
  members: { ...cardsText, ...closingText, ...memberListText, ...bulkText },
  messages: messagesText,
  monitoring: monitoringText,
  plans: plansText,
  reminders: remindersText,
  settings: settingsText,
  training: certificatesText,
  signup: applicationsText,
  vending: vendingText,
} as const
