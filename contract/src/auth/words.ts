// On its own: without Zod, so that screens import it.

/** What a link that staff hand over is for, by what the account lacks: a password, a confirmed address, or neither. */
export const linkPurposes = ['invitation', 'verifyEmail', 'resetPassword'] as const

export type HandedLinkPurpose = (typeof linkPurposes)[number]

/** How long an invitation works; other links work for a day, those to log in for minutes. */
export const invitationDays = 7

export const loginLinkMinutes = 30

/** How long a proof of who a member is counts for dangerous actions. */
export const proofMinutes = 10

/** How long a passkey may take to answer. */
export const challengeMinutes = 5

/** For more a member is asked to remove one first. */
export const mostPasskeys = 20

/** For more there is no room below the login. */
export const mostProviders = 10

/** How long a login at another provider may take. */
export const providerMinutes = 20

/** What a way to a provider and back can lead to. */
export const providerOutcomes = ['loggedIn', 'codeNeeded', 'registration', 'linked', 'confirmed', 'tested'] as const

/** How many logins the profile shows. */
export const mostLogins = 50

/** Who has to log in with a passkey or a second factor. */
export const strongLoginChoices = ['none', 'administrators', 'staff'] as const

export type StrongLoginChoice = (typeof strongLoginChoices)[number]

/** When the login page offers to email a link to log in. */
export const loginLinkChoices = ['always', 'blocked', 'never'] as const

/** How a member logged in, or failed to. */
export const loginWays = [
  'password',
  'link',
  'passkey',
  'provider',
  'app',
  'kiosk',
  'confirmation',
  'failed',
  'wrongCode',
  'wrongPassword',
] as const
