import { z } from 'zod'
import { LinkToken } from '../fields.ts'
import { Download, Empty, Id, routes } from '../route.ts'
import {
  PassDeviceParams,
  PassLink,
  PassParams,
  PassRegistrationParams,
  UpdatedPasses,
  WalletKind,
  WalletState,
} from './shapes.ts'

const LinkParams = z.object({ token: LinkToken })

/** Who asks is proven by what is in the link or in the pass, which the handler checks. */
const proven = { access: 'anyone', ignoresCaller: true } as const

/** Of Apple's protocol for passes. Every wrong caller gets the same answer, whether there is such a pass or not. */
const ofPhones = { ...proven, unknownFields: 'ignored', errors: ['passUnknown'] } as const

const registrations = '/api/wallet/apple/v1/devices/:libraryId/registrations/:passTypeId'

export const walletApi = routes({
  getState: {
    method: 'GET',
    path: '/api/wallet/',
    access: 'signedIn',
    summary: 'The wallets that take the caller’s digital ID, and the passes they may hold.',
    output: WalletState,
  },
  create: {
    method: 'POST',
    path: '/api/wallet/passes/',
    access: 'activeMember',
    rate: 'credentials',
    summary: 'A link that puts the caller’s digital ID into a wallet. It works for ten minutes.',
    body: z.object({ kind: WalletKind }),
    output: PassLink,
    errors: ['walletOff', 'walletRefused', 'walletAway'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/wallet/passes/:passId/',
    access: 'signedIn',
    summary: 'Ends one of the caller’s passes on every device.',
    params: z.object({ passId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
  openApple: {
    method: 'GET',
    path: '/api/wallet/apple/pass/:token/',
    ...proven,
    rate: 'credentials',
    summary: 'The pass for Apple Wallet that a link stands for.',
    params: LinkParams,
    output: Download,
    errors: ['passLinkOld', 'walletOff'],
  },
  openGoogle: {
    method: 'GET',
    path: '/api/wallet/google/pass/:token/',
    ...proven,
    rate: 'credentials',
    summary: 'Leads to Google Wallet, which saves the pass that a link stands for.',
    params: LinkParams,
    output: Empty,
    errors: ['passLinkOld', 'walletOff'],
  },
  registerDevice: {
    method: 'POST',
    path: `${registrations}/:serial`,
    ...ofPhones,
    summary: 'Apple’s protocol: a device holds a pass and wants to hear of its changes.',
    params: PassRegistrationParams,
    body: z.object({
      pushToken: z.string().regex(/^[0-9a-fA-F]{16,200}$/, 'The push token of a device, in hexadecimal.'),
    }),
    output: Empty,
  },
  unregisterDevice: {
    method: 'DELETE',
    path: `${registrations}/:serial`,
    ...ofPhones,
    summary: 'Apple’s protocol: a device does not hold a pass any more.',
    params: PassRegistrationParams,
    output: Empty,
  },
  listUpdated: {
    method: 'GET',
    path: registrations,
    ...ofPhones,
    summary: 'Apple’s protocol: the passes on a device that have changed.',
    params: PassDeviceParams,
    query: z.object({ passesUpdatedSince: z.string().max(50).optional() }),
    output: UpdatedPasses.optional(),
  },
  getLatest: {
    method: 'GET',
    path: '/api/wallet/apple/v1/passes/:passTypeId/:serial',
    ...ofPhones,
    summary: 'Apple’s protocol: a pass as it is now.',
    params: PassParams,
    output: Download,
  },
  log: {
    method: 'POST',
    path: '/api/wallet/apple/v1/log',
    ...ofPhones,
    summary: 'Apple’s protocol: what a device found wrong.',
    body: z.object({ logs: z.array(z.string().max(2000)).max(50) }),
    output: Empty,
  },
})
