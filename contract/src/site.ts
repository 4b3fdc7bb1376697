import { z } from 'zod'
import { routes } from './route.ts'

/** Locales a space can show its money in, and the currency of each. */
export const currencies = {
  'en-AU': 'AUD',
  'en-NZ': 'NZD',
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-IE': 'EUR',
  'sv-SE': 'SEK',
} as const
export type SiteLocale = keyof typeof currencies

/** A card on the home page: a link out, a link within the portal, several links, or just words. */
export const HomepageCard = z.object({
  title: z.string(),
  description: z.string(),
  icon: z.string().optional(),
  url: z.string().optional(),
  btn_text: z.string().optional(),
  routerLink: z.object({ name: z.string() }).optional(),
  links: z.array(z.object({ url: z.string(), btn_text: z.string(), newLine: z.boolean().optional() })).optional(),
})
export type HomepageCard = z.infer<typeof HomepageCard>

export const SiteConfig = z.object({
  version: z.string(),
  loggedIn: z.boolean(),
  general: z.object({ siteName: z.string(), siteOwner: z.string(), siteLocaleCurrency: z.string() }),
  contact: z.object({ admin: z.string(), sysadmin: z.string(), address: z.string() }),
  homepageCards: z.array(HomepageCard),
  /** Pairs of title and image address. */
  webcamLinks: z.array(z.array(z.string())),
  keys: z.object({ stripePublishableKey: z.string() }),
  features: z.object({
    /** Amounts in cents. */
    memberbucks_topup_options: z.array(z.number().int()),
    memberbucksName: z.string(),
    enableProxyVoting: z.boolean(),
    enableStripe: z.boolean(),
    enableMembershipPayments: z.boolean(),
    enableWebcams: z.boolean(),
    enableSiteSignIn: z.boolean(),
    enableMembersOnSite: z.boolean(),
    enableStatsPage: z.boolean(),
    enableMemberBucks: z.boolean(),
    signup: z.object({
      inductionLink: z.string(),
      requireAccessCard: z.boolean(),
      postInductionUrl: z.string(),
      collectVehicleRegistrationPlate: z.boolean(),
    }),
    siteBanner: z.string(),
    sms: z.object({ enable: z.boolean(), senderId: z.string(), footer: z.string() }),
  }),
  images: z.object({
    siteLogo: z.string(),
    statsCard: z.string(),
    siteFavicon: z.string(),
    menuBackground: z.string(),
  }),
  theme: z.object({
    themePrimary: z.string(),
    themeToolbar: z.string(),
    themeAccent: z.string(),
    themeDark: z.string(),
    /** Whether the toolbar is filled with its colour; quiet otherwise. */
    fillToolbar: z.boolean(),
  }),
  analyticsId: z.string(),
  sentryDSN: z.string(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export const site = routes({
  getConfig: {
    method: 'GET',
    path: '/api/config/',
    access: 'anyone',
    summary: 'What the portal is called, looks like and can do here.',
    output: SiteConfig,
  },
})
