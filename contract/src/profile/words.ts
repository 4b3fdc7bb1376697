/** How long the code of a digital ID works. */
export const codeLifetimeSeconds = 600

/** What a member types to confirm closing the account, in any letter case. */
export const closingWords = 'close my account'
