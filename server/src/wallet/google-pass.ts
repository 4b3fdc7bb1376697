import { textLanguage } from '@spacekeeper/contract/formatters.ts'
import type { GoogleObject } from '#platform/wallet/google-wallet.ts'
import type { PassFacts, PassLook } from './look.ts'

const localized = (value: string) => ({ defaultValue: { language: textLanguage, value } })

export type GooglePassIds = {
  issuerId: string
  classSuffix: string
  /** A picture that Google can fetch from the internet; null for none. */
  logoUrl: string | null
}

/** By which Google knows a pass. */
export const googleIdsOf = (
  serial: string,
  { issuerId, classSuffix }: Pick<GooglePassIds, 'issuerId' | 'classSuffix'>,
) => ({
  id: `${issuerId}.${serial}`,
  classId: `${issuerId}.${classSuffix}`,
})

/** The generic object of Google Wallet. All about the member is said each time, so that nothing of before is left. */
export const googlePassOf = (look: PassLook, facts: PassFacts, ids: GooglePassIds): GoogleObject => ({
  ...googleIdsOf(facts.serial, ids),
  state: look.isValid ? 'ACTIVE' : 'INACTIVE',
  genericType: 'GENERIC_OTHER',
  cardTitle: localized(look.siteName),
  subheader: localized(look.standing.value),
  header: localized(look.name),
  hexBackgroundColor: look.background,
  ...(ids.logoUrl !== null && {
    logo: { sourceUri: { uri: ids.logoUrl }, contentDescription: localized(look.siteName) },
  }),
  validTimeInterval: { end: { date: facts.validUntil.toISOString() } },
  textModulesData: look.lines.map(({ key, label, value }) => ({ id: key, header: label, body: value })),
  barcode: {
    type: 'QR_CODE',
    value: facts.codeUrl,
    alternateText: look.isValid ? 'Scan to check' : look.standing.value,
  },
})
