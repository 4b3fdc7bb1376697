import { guardianText } from './agreements/guardian-text.ts'
import { authText } from './auth/text.ts'
import { unsubscribeText } from './profile/unsubscribe-text.ts'
import { verificationText } from './profile/verification-text.ts'
import { proxyRequestText } from './proxies/request-text.ts'

/** The words of the pages that need no login, by domain. They are there before any page but the dashboard is drawn. */
export const visitorTexts = {
  agreements: guardianText,
  auth: authText,
  profile: { ...unsubscribeText, ...verificationText },
  proxies: proxyRequestText,
} as const
