import { z } from 'zod'
import { ProviderButton } from '../auth/provider-shapes.ts'
import { loginLinkChoices } from '../auth/words.ts'
import { HomepageCard } from '../homepage-card.ts'
import { conditionalFields } from '../members/forms.ts'
import { nameChoices } from '../members/words.ts'
import { joiningSteps, setupSteps, waitingMatters } from './words.ts'

export const SiteConfig = z.object({
  version: z.string(),
  /** Another one as soon as the portal serves other screens; empty where it serves none. */
  build: z.string(),
  /** The address the portal calls itself by: in links, in QR codes, at devices. */
  siteUrl: z.string(),
  loggedIn: z.boolean(),
  /** Whether this browser is a kiosk, or waits to be one. */
  kiosk: z.enum(['pending', 'authorised']).nullable(),
  /** Which screen this browser is, and the address the portal last saw it at; null where it never asked to be one. */
  kioskId: z.string().nullable(),
  kioskIp: z.string().nullable(),
  general: z.object({
    siteName: z.string(),
    siteOwner: z.string(),
    siteLocaleCurrency: z.string(),
    /** By its IANA name: what day it is in the space. */
    siteTimeZone: z.string(),
  }),
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
    enableStorage: z.boolean(),
    enableVisitors: z.boolean(),
    enableTickets: z.boolean(),
    enableOpenings: z.boolean(),
    enableLeaving: z.boolean(),
    enablePush: z.boolean(),
    enableMobileApp: z.boolean(),
    enableStripe: z.boolean(),
    enableMembershipPayments: z.boolean(),
    enablePlanAdvisor: z.boolean(),
    enableWebcams: z.boolean(),
    enableSiteSignIn: z.boolean(),
    enableMembersOnSite: z.boolean(),
    enableStatsPage: z.boolean(),
    enableMemberBucks: z.boolean(),
    /** Whether there is a mail server. Without one no email leaves the portal, whatever asks for it. */
    enableMail: z.boolean(),
    /** When the login page offers to email a link to log in. */
    loginLinks: z.enum(loginLinkChoices),
    /** Other providers with whose accounts members log in. */
    loginProviders: z.array(ProviderButton),
    signup: z.object({
      /** Where existing clients lead newcomers who have the induction to do; our page of joining unless a course elsewhere is set. */
      inductionLink: z.string(),
      hasOnlineInduction: z.boolean(),
      requireAccessCard: z.boolean(),
      postInductionUrl: z.string(),
      collectVehicleRegistrationPlate: z.boolean(),
      /** The fields that members are asked for here and not everywhere. */
      askedFields: z.array(z.enum(conditionalFields)),
    }),
    siteBanner: z.string(),
    /** What members read for each other where they did not choose. */
    shownName: z.enum(nameChoices),
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

/** `isWaiting`: the member has done their part. `minutes`: so long it takes them. */
export const JoiningStepState = z.object({
  step: z.enum(joiningSteps),
  isDone: z.boolean(),
  isWaiting: z.boolean(),
  minutes: z.number().int(),
})

export type JoiningStepState = z.infer<typeof JoiningStepState>

/** What a member does next, and what waits for staff, as far as the caller may know. */
export const NextSteps = z.object({
  /** From the account to the card; null once all is done, and for members who are past it. */
  joining: z.array(JoiningStepState).nullable(),
  /** What a new space is set up with; null once it is, and for everybody but administrators. */
  setup: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })).nullable(),
  /** Only what there is any of. More than `mostWaiting` are not counted. */
  waiting: z.array(z.object({ matter: z.enum(waitingMatters), count: z.number().int() })),
})

export type NextSteps = z.infer<typeof NextSteps>
