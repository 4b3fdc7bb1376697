// On its own: without Zod, so that screens import it.

/** What a link that staff hand over is for, by what the account lacks: a password, a confirmed address, or neither. */
export const linkPurposes = ['invitation', 'verifyEmail', 'resetPassword'] as const

export type HandedLinkPurpose = (typeof linkPurposes)[number]

/** How long an invitation works; other links work for a day, those to log in for minutes. */
export const invitationDays = 7

export const loginLinkMinutes = 30
