/**
 * What a space can turn off, by the name screens read in the site configuration, with the settings of which one turns
 * it on. Routes, devices and pages that name a feature are refused while it is off. Signing in on site is also there
 * while it is demanded: otherwise no card would work.
 */
export const features = {
  enableMemberBucks: ['ENABLE_MEMBERBUCKS'],
  enableMembershipPayments: ['ENABLE_STRIPE_MEMBERSHIP_PAYMENTS'],
  enableStatsPage: ['ENABLE_STATS_PAGE'],
  enableSiteSignIn: ['ENABLE_PORTAL_SITE_SIGN_IN', 'REQUIRE_SITE_SIGN_IN'],
  enableMembersOnSite: ['ENABLE_PORTAL_MEMBERS_ON_SITE'],
  enableWebcams: ['ENABLE_WEBCAMS'],
  enableProxyVoting: ['ENABLE_PROXY_VOTING'],
} as const satisfies Record<string, readonly string[]>

export type Feature = keyof typeof features

type FeatureSettings = Readonly<Record<(typeof features)[Feature][number], boolean>>

export const isFeatureOn = (feature: Feature, settings: FeatureSettings): boolean =>
  features[feature].some((key) => settings[key])

/** The devices whose cards take a feature, whatever they ask for. A machine takes the balance once it has a price. */
export const featureOfKind = { memberbucks: 'enableMemberBucks' } as const satisfies Record<string, Feature>
