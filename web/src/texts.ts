import { loginText } from './auth/login-text.ts'
import type { billingText } from './billing/text.ts'
import type { memberTexts } from './member-texts.ts'
import { platformText } from './platform/i18n/text.ts'
import type { portalTexts } from './portal-texts.ts'
import type { signupText } from './signup/text.ts'
import type { staffTexts } from './staff-texts.ts'

/** The words of the login page, by domain; the others come with the portal, with its frame and with a profile of staff. */
export const texts = { platform: platformText, auth: loginText } as const

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'platform'
    keySeparator: false
    resources: typeof texts &
      typeof portalTexts &
      typeof memberTexts &
      typeof staffTexts & { billing: typeof billingText; signup: typeof signupText }
  }
}
