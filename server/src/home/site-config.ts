import { type Feature, features as declared, isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { conditionalFields } from '@spacekeeper/contract/members/forms.ts'
import { joiningPath } from '@spacekeeper/contract/signup/words.ts'
import { webcamPath } from '@spacekeeper/contract/webcams/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { version } from '#platform/version.ts'
import { listProviderButtons } from '../auth/providers/provider-buttons.ts'

/** Whether each feature is on, as routes that belong to it are refused or not. */
const flags = (s: Settings) =>
  Object.fromEntries(keysOf(declared).map((feature) => [feature, isFeatureOn(feature, s)])) as Record<Feature, boolean> // fromEntries loses the names

type Ways = Pick<SiteConfig['features'], 'enableMail' | 'loginProviders'>

const features = (s: Settings, { siteUrl, ...ways }: Ways & { siteUrl: string }): SiteConfig['features'] => ({
  memberbucks_topup_options: s.STRIPE_MEMBERBUCKS_TOPUP_OPTIONS,
  memberbucksName: s.MEMBERBUCKS_NAME,
  ...flags(s),
  ...ways,
  loginLinks: s.LOGIN_LINKS,
  signup: {
    inductionLink: s.INDUCTION_ENROL_LINK || `${siteUrl}${joiningPath}`,
    hasOnlineInduction: s.INDUCTION_ENROL_LINK !== '',
    requireAccessCard: s.REQUIRE_ACCESS_CARD,
    postInductionUrl: s.POST_INDUCTION_URL,
    collectVehicleRegistrationPlate: s.COLLECT_VEHICLE_REGISTRATION_PLATE,
    askedFields: conditionalFields.filter((name) => s[memberFields[name].askedIf]),
  },
  siteBanner: s.SITE_BANNER,
  shownName: s.SHOWN_NAME,
  sms: { enable: s.SMS_ENABLE, senderId: s.SMS_SENDER_ID, footer: s.SMS_FOOTER },
})

/** What is public of the site. It contains no secrets: secret settings only decide flags. */
export const getConfig = async (ctx: Ctx, kiosk: CallingKiosk | null): Promise<SiteConfig> => {
  const [s, loginProviders] = await Promise.all([ctx.settings.all(), listProviderButtons(ctx)])
  return {
    version,
    build: ctx.webBuild,
    siteUrl: ctx.siteUrl,
    loggedIn: ctx.actor.kind === 'member',
    kiosk: kiosk === null || kiosk.isDisplay ? null : kiosk.isAuthorised ? 'authorised' : 'pending',
    kioskId: kiosk?.screenId ?? null,
    kioskIp: kiosk?.address ?? null,
    general: {
      siteName: s.SITE_NAME,
      siteOwner: s.SITE_OWNER,
      siteLocaleCurrency: s.SITE_LOCALE_CURRENCY,
      siteTimeZone: s.SITE_TIME_ZONE,
    },
    contact: { admin: s.EMAIL_ADMIN, sysadmin: s.EMAIL_SYSADMIN, address: s.SITE_MAIL_ADDRESS },
    homepageCards: s.HOME_PAGE_CARDS,
    // The portal fetches the pictures, so that no one learns where the cameras are.
    webcamLinks: s.ENABLE_WEBCAMS ? s.WEBCAM_PAGE_URLS.map(([name], at) => [name, webcamPath(at + 1)]) : [],
    keys: { stripePublishableKey: s.STRIPE_PUBLISHABLE_KEY },
    features: features(s, { enableMail: ctx.smtpUrl !== undefined, loginProviders, siteUrl: ctx.siteUrl }),
    images: {
      siteLogo: s.SITE_LOGO,
      statsCard: s.STATS_CARD_IMAGE,
      siteFavicon: s.SITE_FAVICON,
      menuBackground: s.MENU_BACKGROUND,
    },
    theme: {
      themePrimary: s.THEME_PRIMARY,
      themeToolbar: s.THEME_TOOLBAR,
      themeAccent: s.THEME_ACCENT,
      themeDark: s.THEME_DARK,
      fillToolbar: s.THEME_FILL_TOOLBAR,
    },
    analyticsId: s.GOOGLE_ANALYTICS_MEASUREMENT_ID,
    sentryDSN: s.SENTRY_DSN_FRONTEND,
  }
}
