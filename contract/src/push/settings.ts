import { z } from 'zod'
import { guarded, secret, setting, type Setting } from '../setting.ts'

const pemOf = (text: string): string | null => {
  const [, key = ''] =
    /^\s*-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----\s*$/.exec(text) ?? []
  const letters = key.replaceAll(/\s/g, '')
  return letters === '' ? null : `-----BEGIN PRIVATE KEY-----\n${letters}\n-----END PRIVATE KEY-----\n`
}

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9.:-]{1,100}$/),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
  private_key_id: z.string().max(200).optional(),
  private_key: z.string().transform((text, issues) => {
    const pem = pemOf(text)
    if (pem !== null) return pem
    issues.addIssue('no key')
    return z.NEVER
  }),
})

/** By what the portal sends to the Android app: the account of a program in one project of Firebase. */
export type FirebaseAccount = z.infer<typeof ServiceAccount>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads the JSON file that Firebase gives out for a service account; null where it is none. */
export const readFirebaseAccount = (text: string): FirebaseAccount | null =>
  ServiceAccount.safeParse(parsed(text)).data ?? null

/** Reads the .p8 file that Apple gives out, also where a field for one line took its line breaks away. */
export const readAppleKey = (text: string): string | null => pemOf(text)

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
      .max(10_000)
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
      .max(2000)
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
      .max(155)
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
