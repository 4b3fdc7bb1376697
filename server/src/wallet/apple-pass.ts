import type { PassFacts, PassLook } from './look.ts'

const rgbOf = (hex: string): string => {
  const byte = (at: number) => parseInt(hex.slice(at, at + 2), 16)
  return `rgb(${byte(1)}, ${byte(3)}, ${byte(5)})`
}

export type ApplePassIds = {
  passTypeId: string
  teamId: string
  /** Where phones ask for changes, and with what. */
  service: { url: string; token: string }
  /** Without a logo the name of the site stands in its place. */
  hasLogo: boolean
}

/** The pass.json of Apple Wallet. */
export const applePassOf = (look: PassLook, facts: PassFacts, ids: ApplePassIds) => ({
  formatVersion: 1,
  passTypeIdentifier: ids.passTypeId,
  teamIdentifier: ids.teamId,
  serialNumber: facts.serial,
  organizationName: look.owner,
  description: `Digital ID of ${look.siteName}`,
  ...(ids.hasLogo ? {} : { logoText: look.siteName }),
  backgroundColor: rgbOf(look.background),
  foregroundColor: rgbOf(look.ink),
  labelColor: rgbOf(look.ink),
  webServiceURL: ids.service.url,
  authenticationToken: ids.service.token,
  sharingProhibited: true,
  expirationDate: facts.validUntil.toISOString(),
  voided: !look.isValid,
  barcodes: [
    {
      format: 'PKBarcodeFormatQR',
      message: facts.codeUrl,
      messageEncoding: 'iso-8859-1',
      altText: look.isValid ? 'Scan to check' : look.standing.value,
    },
  ],
  generic: {
    primaryFields: [{ key: 'name', label: 'Name', value: look.name }],
    secondaryFields: [{ ...look.standing, changeMessage: 'Your digital ID: %@' }],
    auxiliaryFields: look.lines,
    backFields: [
      {
        key: 'about',
        label: 'About this pass',
        value: `This is your digital ID of ${look.siteName}. It follows your membership while your phone has a connection, and runs out by itself if it had none for a while. A person who scans the code sees your name and how you stand at that moment. You can remove the pass from all your devices on the page Digital ID.`,
      },
    ],
  },
})
