import { guardianText } from './agreements/guardian-text.ts'
import { authText } from './auth/text.ts'
import { homeText } from './home/text.ts'
import { idText } from './profile/id-text.ts'
import { unsubscribeText } from './profile/unsubscribe-text.ts'

/** The words of the other screens that need no login, by domain; they are added to those of the login page. */
export const portalTexts = {
  agreements: guardianText,
  auth: authText,
  home: homeText,
  profile: { ...idText, ...unsubscribeText },
} as const
