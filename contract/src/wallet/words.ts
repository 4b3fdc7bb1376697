/** Whose wallet holds a pass. */
export const walletKinds = ['apple', 'google'] as const

export type WalletKind = (typeof walletKinds)[number]

/** Why the last update of a pass did not reach its wallet: its maker refuses the portal, or cannot be reached. */
export const walletFailures = ['refused', 'unreachable'] as const

/** A pass runs out after so many days unless the portal renews it, so what it shows cannot outlive the portal's word. */
export const passDays = 30

/** It is renewed when fewer are left. */
export const passRenewalDays = 15

/** How long the link works that puts a pass into a wallet. */
export const passLinkMinutes = 10
