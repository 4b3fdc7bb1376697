import { z } from 'zod'
import { Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { walletFailures, walletKinds } from './words.ts'

export const WalletKind = z.enum(walletKinds)

/** A pass of the caller that wallets may hold. */
export const WalletPass = z.object({
  id: z.number().int(),
  kind: WalletKind,
  addedAt: Instant,
  /** iPhones and watches tell when they hold a pass and when they remove it; Google does not say on which phones one is. */
  devices: z.array(z.object({ addedAt: Instant })),
  failure: z.enum(walletFailures).nullable(),
})

export type WalletPass = z.infer<typeof WalletPass>

export const WalletState = z.object({
  /** The wallets that the space has set up. */
  offers: z.array(WalletKind),
  passes: z.array(WalletPass),
})

export type WalletState = z.infer<typeof WalletState>

/** Where a phone gets the pass, without a login, for a few minutes. */
export const PassLink = z.object({ url: z.string(), expiresAt: Instant })

export type PassLink = z.infer<typeof PassLink>

/** What a phone says of a pass, in the addresses of Apple's protocol. */
export const PassParams = z.object({ passTypeId: Text(200), serial: Text(100) })

export const PassDeviceParams = z.object({ libraryId: Text(100), passTypeId: Text(200) })

export const PassRegistrationParams = PassParams.extend({ libraryId: Text(100) })

export const UpdatedPasses = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })
