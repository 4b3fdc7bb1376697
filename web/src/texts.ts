import { authText } from './auth/text.ts'
import { homeText } from './home/text.ts'
import type { memberTexts } from './member-texts.ts'
import { platformText } from './platform/i18n/text.ts'
import { idText } from './profile/id-text.ts'
import { unsubscribeText } from './profile/unsubscribe-text.ts'

/** The words of screens that need no login, by domain; the others come with the frame. */
export const texts = {
  platform: platformText,
  auth: authText,
  home: homeText,
  profile: { ...idText, ...unsubscribeText },
} as const

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'platform'
    keySeparator: false
    resources: typeof texts & typeof memberTexts
  }
}
