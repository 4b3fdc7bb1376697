/**
 * What a space can turn off, by the name screens read in the site configuration, with the settings of which one turns
 * it on. Routes, devices and pages that name a feature are refused while it is off. Signing in on site is also there
 * while it is demanded: otherwise no card would work.
 */
export const features = {
  enableMemberBucks: ['ENABLE_MEMBERBUCKS'],
  /** Cards and bank debits at Stripe. */
  enableStripe: ['ENABLE_STRIPE'],
  enableMembershipPayments: ['ENABLE_STRIPE_MEMBERSHIP_PAYMENTS'],
  /** Advice on plans to members, and to staff who is likely to leave. */
  enablePlanAdvisor: ['ENABLE_PLAN_ADVISOR'],
  enableStatsPage: ['ENABLE_STATS_PAGE'],
  enableSiteSignIn: ['ENABLE_PORTAL_SITE_SIGN_IN', 'REQUIRE_SITE_SIGN_IN'],
  enableMembersOnSite: ['ENABLE_PORTAL_MEMBERS_ON_SITE'],
  /** Visitors without an account, who sign in at a kiosk. */
  enableVisitors: ['ENABLE_VISITORS'],
  /** When key-holders say that they open the space. */
  enableOpenings: ['ENABLE_OPENINGS'],
  /** Tickets for what members leave in the space. */
  enableTickets: ['ENABLE_TICKETS'],
  enableWebcams: ['ENABLE_WEBCAMS'],
  enableProxyVoting: ['ENABLE_PROXY_VOTING'],
  enableStorage: ['ENABLE_STORAGE'],
  /** Notifications on phones and computers. */
  enablePush: ['ENABLE_PUSH'],
  /** The app for phones, which members are told of. */
  enableMobileApp: ['ENABLE_MOBILE_APP'],
  /** The checklist that runs when a membership ends for good. */
  enableLeaving: ['ENABLE_LEAVING'],
} as const satisfies Record<string, readonly string[]>

export type Feature = keyof typeof features

/** What has to be filled in besides, before the switch of a feature does anything. */
export const neededFor = {
  enableStripe: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
} as const satisfies Partial<Record<Feature, readonly string[]>>

type FeatureSettings = Readonly<
  Record<(typeof features)[Feature][number], boolean> &
    Record<(typeof neededFor)[keyof typeof neededFor][number], string>
>

export const isFeatureOn = (feature: Feature, settings: FeatureSettings): boolean =>
  features[feature].some((key) => settings[key]) &&
  (feature !== 'enableStripe' || neededFor[feature].every((key) => settings[key] !== ''))

/** The devices whose cards take a feature, whatever they ask for. A machine takes the balance once it has a price. */
export const featureOfKind = { memberbucks: 'enableMemberBucks' } as const satisfies Record<string, Feature>
