// On its own: the list of settings takes one file of each domain.
import { z } from 'zod'
import { guarded, secret, setting, type Setting } from '../setting.ts'
import { readAppleKey, readFirebaseAccount } from './app-keys.ts'

const appleServers = ['production', 'sandbox'] as const

const AppleId = z
  .string()
  .trim()
  .regex(/^$|^[A-Z0-9]{10}$/, 'Ten capital letters and digits, such as A1B2C3D4E5.')

export const pushSettings = {
  ENABLE_PUSH: setting(
    'features',
    'Notifications on devices',
    z.boolean(),
    true,
    'Members can turn on notifications on their phones and computers. They travel encrypted, through the push service of the browser’s maker.',
  ),
  PUSH_FIREBASE_ACCOUNT: secret(
    'messages',
    'Service account for the Android app',
    'Lets the portal notify the Android app, if you built one. In Firebase, open the project that the app belongs to: Project settings, Service accounts, Generate new private key. Paste the whole file.',
    z
      .string()
      .max(10_000, 'At most 10,000 characters.')
      .refine(
        (text) => text === '' || readFirebaseAccount(text) !== null,
        'This isn’t the file of a service account. It begins with { and holds "type": "service_account" and a private key.',
      ),
  ),
  PUSH_APPLE_KEY: secret(
    'messages',
    'Push key for the iPhone app',
    'Lets the portal notify the iPhone app, if you built one, together with the four settings below. In Apple’s developer account: Certificates, Identifiers & Profiles, Keys, a key with Apple Push Notifications service. Paste the whole .p8 file.',
    z
      .string()
      .max(2000, 'At most 2,000 characters.')
      .refine(
        (text) => text === '' || readAppleKey(text) !== null,
        'This isn’t a .p8 file. It begins with -----BEGIN PRIVATE KEY-----.',
      ),
  ),
  PUSH_APPLE_KEY_ID: guarded(
    'messages',
    'ID of the push key',
    AppleId,
    '',
    'Apple shows it beside the key. It is also in the name of the file, after AuthKey_.',
  ),
  PUSH_APPLE_TEAM_ID: guarded(
    'messages',
    'Apple team ID',
    AppleId,
    '',
    'Of the developer account that the iPhone app is signed with, under Membership details.',
  ),
  PUSH_APPLE_BUNDLE_ID: guarded(
    'messages',
    'Bundle ID of the iPhone app',
    z
      .string()
      .trim()
      .max(155, 'At most 155 characters.')
      .regex(/^$|^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, 'A name such as org.example.portal.'),
    '',
    'The name the iPhone app was built under, such as org.example.portal.',
  ),
  PUSH_APPLE_SERVER: {
    ...guarded(
      'messages',
      'Where the iPhone app comes from',
      z.enum(appleServers),
      'production',
      'Apple has one push server for apps from TestFlight and the App Store, and one for apps that Xcode puts on a phone for trying out.',
    ),
    choices: {
      production: 'TestFlight or the App Store',
      sandbox: 'Xcode, for trying out',
    },
  },
} satisfies Record<string, Setting>
