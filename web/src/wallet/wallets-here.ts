// On its own: tests ask it about devices they are not.
import type { WalletKind } from '@spacekeeper/contract/wallet/words.ts'

type BrowserTraits = { userAgent: string; touchPoints: number }

/** The wallet that this device has itself; null for computers, from where a phone is shown a code. */
export const walletOf = ({ userAgent, touchPoints }: BrowserTraits): WalletKind | null => {
  // An iPad calls itself a Mac, and is the only one that is touched in several places.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  if (isApple) return 'apple'
  return userAgent.includes('Android') ? 'google' : null
}

export const findOwnWallet = (): WalletKind | null =>
  walletOf({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

/** What is offered on this device: its own wallet, or all of them on one that has none. */
export const offeredHere = (offers: readonly WalletKind[], own: WalletKind | null): WalletKind[] =>
  offers.filter((kind) => own === null || kind === own)
