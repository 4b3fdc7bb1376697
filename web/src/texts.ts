import { accountsText } from './accounts/text.ts'
import { identitiesText } from './identities/text.ts'
import { platformText } from './platform/i18n/text.ts'
import { siteText } from './site/text.ts'
import type { memberTexts } from './member-texts.ts'

/** The words a visitor meets before logging in, by domain; the others come with the frame. */
export const texts = {
  platform: platformText,
  accounts: accountsText,
  site: siteText,
  identities: identitiesText,
} as const

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'platform'
    keySeparator: false
    resources: typeof texts & typeof memberTexts
  }
}
