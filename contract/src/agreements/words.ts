/** Who signs an agreement: everyone who joins, the holders of some plans, or visitors, who have no account. */
export const agreementAudiences = ['everyone', 'plans', 'visitors'] as const

export type AgreementAudience = (typeof agreementAudiences)[number]

/** So long a guardian's link works. */
export const guardianDays = 30

export const longestAgreement = 50_000

/** An empty line begins a new paragraph. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
