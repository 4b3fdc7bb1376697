import type { adviceText } from './advice/text.ts'
import type { scriptText } from './api-keys/script-text.ts'
import { loginText } from './auth/login-text.ts'
import type { providersStaffText } from './auth/providers/staff-text.ts'
import type { providersText } from './auth/providers/text.ts'
import type { securityText } from './auth/security/text.ts'
import type { backupText } from './backup/text.ts'
import type { transferText } from './bank/transfer-text.ts'
import type { billingText } from './billing/text.ts'
import type { directoryText } from './directory/text.ts'
import type { slidesText } from './display/slides-text.ts'
import type { displayText } from './display/text.ts'
import type { doctorText } from './doctor/text.ts'
import type { helpText } from './help/text.ts'
import type { stepsText } from './home/steps-text.ts'
import type { labelsText } from './labels/text.ts'
import type { leavingText } from './leaving/text.ts'
import type { memberTexts } from './member-texts.ts'
import type { appLoginText } from './mobile/app-login-text.ts'
import type { mobileText } from './mobile/text.ts'
import type { sitesText } from './openid/staff-text.ts'
import type { openidText } from './openid/text.ts'
import type { openingsCardText } from './openings/card-text.ts'
import type { openingsText } from './openings/text.ts'
import type { pageTexts } from './page-texts.ts'
import { platformText } from './platform/i18n/text.ts'
import type { portalTexts } from './portal-texts.ts'
import type { rehearsalText } from './rehearsal/text.ts'
import type { signupText } from './signup/text.ts'
import type { ssoText } from './sso/text.ts'
import type { staffTexts } from './staff-texts.ts'
import type { statisticsText } from './statistics/text.ts'
import type { storageText } from './storage/text.ts'
import type { stripeDeskText } from './stripe/desk/text.ts'
import type { duesText } from './stripe/dues-text.ts'
import type { memberAtStripeText } from './stripe/member-text.ts'
import type { stripeText } from './stripe/text.ts'
import type { visitorTexts } from './visitor-texts.ts'
import type { ownVisitorsText } from './visitors/host-text.ts'
import type { visitorsText } from './visitors/text.ts'
import type { webcamsText } from './webcams/text.ts'
import type { webhooksText } from './webhooks/text.ts'

/** The words of the login page, by domain; the others come with the portal, with its frame and with a profile of staff. */
export const texts = { platform: platformText, auth: loginText } as const

type AllTexts = typeof texts &
  typeof portalTexts &
  typeof memberTexts &
  typeof visitorTexts &
  typeof pageTexts &
  typeof staffTexts & {
    advice: typeof adviceText
    auth: typeof securityText & typeof providersText & typeof providersStaffText
    bank: typeof transferText
    billing: typeof billingText
    directory: typeof directoryText
    backup: typeof backupText
    doctor: typeof doctorText
    help: typeof helpText
    apiKeys: typeof scriptText
    home: typeof stepsText
    leaving: typeof leavingText
    display: typeof displayText & typeof slidesText
    mobile: typeof mobileText & typeof appLoginText
    openid: typeof openidText & typeof sitesText
    sso: typeof ssoText
    openings: typeof openingsCardText & typeof openingsText
    rehearsal: typeof rehearsalText
    statistics: typeof statisticsText
    storage: typeof storageText
    signup: typeof signupText
    visitors: typeof visitorsText & typeof ownVisitorsText
    labels: typeof labelsText
    webcams: typeof webcamsText
    webhooks: typeof webhooksText
    stripe: typeof stripeText & typeof duesText & typeof memberAtStripeText & typeof stripeDeskText
  }

/** Each domain with its keys as one type, in which a key is found at once; in the sum of all lists it is not. */
type TextsOf<All> = { [Domain in keyof All]: { [Key in keyof All[Domain]]: string } }

declare module './platform/i18n/i18n.ts' {
  interface Texts extends TextsOf<AllTexts> {}
}
