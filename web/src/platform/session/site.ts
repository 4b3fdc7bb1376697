import { clockFormat } from '@spacekeeper/contract/formatters.ts'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { createContext, use, useCallback } from 'react'
import { formatMoney } from '../i18n/format.ts'

/** What the specification says a site is called and looks like until its configuration has come. */
export const defaultSite: SiteConfig = {
  version: '',
  build: '',
  siteUrl: '',
  loggedIn: false,
  kiosk: null,
  kioskId: null,
  kioskIp: null,
  general: {
    siteName: 'MemberMatters Portal',
    siteOwner: 'MemberMatters',
    siteLocaleCurrency: 'en-AU',
    siteTimeZone: clockFormat({}).resolvedOptions().timeZone,
  },
  contact: { admin: '', sysadmin: '', address: '' },
  homepageCards: [],
  webcamLinks: [],
  keys: { stripePublishableKey: '' },
  features: {
    memberbucks_topup_options: [],
    memberbucksName: '',
    enableProxyVoting: false,
    enableStorage: false,
    enableLeaving: false,
    enablePush: false,
    enableMobileApp: false,
    enableStripe: false,
    enableMembershipPayments: false,
    enablePlanAdvisor: false,
    enableWebcams: false,
    enableSiteSignIn: true,
    enableMembersOnSite: false,
    enableVisitors: false,
    enableTickets: false,
    enableOpenings: false,
    enableStatsPage: false,
    enableMemberBucks: false,
    enableMail: true,
    loginLinks: 'blocked',
    loginProviders: [],
    signup: {
      inductionLink: '',
      hasOnlineInduction: false,
      requireAccessCard: false,
      postInductionUrl: '',
      collectVehicleRegistrationPlate: false,
      askedFields: [],
    },
    siteBanner: '',
    shownName: 'screenName',
    sms: { enable: false, senderId: '', footer: '' },
  },
  images: { siteLogo: '', statsCard: '', siteFavicon: '', menuBackground: '' },
  theme: {
    themePrimary: '#278ab0',
    themeToolbar: '#0461b1',
    themeAccent: '#189ab4',
    themeDark: '#313131',
    fillToolbar: false,
  },
  analyticsId: '',
  sentryDSN: '',
}

/** The build of the screens of this window; null until the portal has said which it serves. */
let ownBuild: string | null = null

/** Whether the portal serves other screens by now than when this window was loaded. The app on a phone has its own. */
export const isOutdated = ({ build }: Pick<SiteConfig, 'build'>): boolean => {
  if (build === '' || window.mobileShell !== undefined) return false
  ownBuild ??= build
  return build !== ownBuild
}

export const SiteContext = createContext(defaultSite)

/** The site's configuration; the defaults of the specification while it is loading or could not be loaded. */
export const useSite = () => use(SiteContext)

/** Cents as this site writes money, in its currency or another one. */
export const useMoney = (): ((cents: number, currency?: string) => string) => {
  const { siteLocaleCurrency } = useSite().general
  return useCallback((cents, currency) => formatMoney(cents, siteLocaleCurrency, currency), [siteLocaleCurrency])
}
