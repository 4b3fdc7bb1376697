import { accountsText } from './accounts/text.ts'
import { doorsText } from './doors/text.ts'
import { membersText } from './members/text.ts'
import { messagesText } from './messages/text.ts'
import { platformText } from './platform/i18n/text.ts'
import { siteText } from './site/text.ts'
import { visitsText } from './visits/text.ts'

/** All words of the portal, by domain. */
export const texts = {
  platform: platformText,
  accounts: accountsText,
  doors: doorsText,
  members: membersText,
  messages: messagesText,
  site: siteText,
  visits: visitsText,
} as const

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'platform'
    keySeparator: false
    resources: typeof texts
  }
}
