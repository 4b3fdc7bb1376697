const fingerprint = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/

/** The fingerprints of certificates in a list, in capitals as Android compares them; null where one is none. */
export const fingerprintsIn = (text: string): string[] | null => {
  const found = text.split(/[\s,]+/).filter((word) => word !== '')
  const capitals = found.map((word) => word.toUpperCase())
  return capitals.every((word) => fingerprint.test(word)) ? capitals : null
}

/** How readers of cards write the same number. */
export const cardFormats = ['hex', 'hexReversed', 'decimal', 'decimalReversed'] as const
export type CardFormat = (typeof cardFormats)[number]

/** The number of a card, whose bytes a phone gives as hexadecimal digits, as the readers of a space write it. */
export const writeCardNumber = (hex: string, format: CardFormat): string => {
  const bytes = hex.match(/../g) ?? []
  const ordered = (format.endsWith('Reversed') ? bytes.toReversed() : bytes).join('').toUpperCase()
  return format.startsWith('decimal') ? BigInt(`0x${ordered || '0'}`).toString() : ordered
}

/** By this scheme a phone opens the app without asking the portal about it, as `spacekeeper://portal.example.org/dashboard`. */
export const appScheme = 'spacekeeper'

/** What a code shows that connects the app to a portal. The phone’s camera opens the app with it. */
export const connectAddress = (portal: string): string => `${appScheme}://connect?portal=${encodeURIComponent(portal)}`

/**
 * What a link may begin with that opens in the app. Not among them: `/login` and other pages by which sites send members
 * here and back in the same browser, where a button leads into the app; and what the API answers itself.
 */
export const appLinkPaths = [
  '/account/',
  '/dashboard',
  '/invitation/',
  '/login/link/',
  '/manage/',
  '/meetings/',
  '/profile/',
  '/proxy/',
  '/sso/forum',
  '/storage/',
  '/things/',
  '/tickets/',
  '/tools/',
] as const
