import { z } from 'zod'
import { ServiceAddress } from '../addresses.ts'
import { guarded, setting, type Setting } from '../setting.ts'
import { cardFormats, fingerprintsIn } from './words.ts'

export const mobileSettings = {
  ENABLE_MOBILE_APP: setting(
    'features',
    'The app for phones',
    z.boolean(),
    false,
    'Members find in their profile how to get the app and a code that connects it to this portal. Turn it on once your app can be installed.',
  ),
  MOBILE_APP_ANDROID_URL: setting(
    'features',
    'Link to the Android app',
    ServiceAddress,
    '',
    'The page in the store, or where you offer the file.',
  ),
  MOBILE_APP_IOS_URL: setting('features', 'Where the iPhone app is', ServiceAddress, '', 'The page in the App Store.'),
  MOBILE_APP_ANDROID_PACKAGE: guarded(
    'features',
    'Package name of the Android app',
    z
      .string()
      .max(155)
      .regex(/^$|^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, 'A name such as org.example.portal.'),
    '',
    'With the fingerprints below, links in our emails open in your app. For the iPhone, the Apple team ID and the bundle ID under Messages do that.',
  ),
  MOBILE_APP_ANDROID_FINGERPRINTS: guarded(
    'features',
    'Fingerprints of the Android app',
    z
      .string()
      .max(1000)
      .refine(
        (text) => fingerprintsIn(text) !== null,
        'A SHA-256 fingerprint is 32 pairs of hexadecimal digits with colons, such as 14:6D:E9:…',
      ),
    '',
    'SHA-256 of the certificates the app is signed with. Several have a space between them.',
  ),
  MOBILE_CARD_FORMAT: {
    ...setting(
      'features',
      'Card numbers read by phones',
      z.enum(cardFormats),
      'hex',
      'How your readers write a number. Read a card that you know with a phone, and choose what gives the same number.',
    ),
    choices: {
      hex: 'Hexadecimal, such as 04A1B2C3',
      hexReversed: 'Hexadecimal from the last byte, such as C3B2A104',
      decimal: 'Decimal, such as 77705923',
      decimalReversed: 'Decimal from the last byte, such as 3283263748',
    },
  },
} satisfies Record<string, Setting>
