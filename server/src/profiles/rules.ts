import type { ProfileChange } from '@spacekeeper/contract/profiles.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'

type OwnDetails = {
  email: string
  firstName: string
  lastName: string
  screenName: string
  phone: string
  vehicleRegistrationPlate: string | null
}
type Editable = Exclude<keyof OwnDetails, 'email'>
export type FieldChanges = Partial<Record<Editable, { from: string | null; to: string | null }>>
type Objection = { field: keyof OwnDetails; message: string }

const editable: Editable[] = ['firstName', 'lastName', 'screenName', 'phone', 'vehicleRegistrationPlate']

const sentValue = (sent: ProfileChange, field: Editable) => {
  const value = sent[field]
  return field === 'vehicleRegistrationPlate' && value === '' ? null : value
}

/** What a member may change without proving who he is, and what he may not: with an objection nothing is changed. */
export const compareDetails = (
  stored: OwnDetails,
  sent: ProfileChange,
): { changes: FieldChanges; objections: Objection[] } => {
  const objections: Objection[] = []
  const changes: FieldChanges = {}
  if (sent.email !== undefined && sent.email.trim().toLowerCase() !== stored.email.toLowerCase()) {
    objections.push({ field: 'email', message: 'Your email address cannot be changed without your password.' })
  }
  for (const field of editable) {
    const to = sentValue(sent, field)
    if (to === undefined || to === stored[field]) continue
    if (field === 'phone' && to === '') objections.push({ field, message: fieldMessages.empty })
    changes[field] = { from: stored[field], to }
  }
  return { changes, objections }
}

/** What of an audit event is about the member himself; whatever else an event holds may be about somebody else. */
const ownKeys = new Set('changes from to reason address number label cardId deviceId source guests ended'.split(' '))

export const pickAuditData = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([key]) => ownKeys.has(key)))

type Signs = readonly (readonly [RegExp, string])[]

/** The first that fits counts: most browsers also claim to be those further down. */
const browsers: Signs = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: Signs = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]
const find = (signs: Signs, userAgent: string) => signs.find(([sign]) => sign.test(userAgent))?.[1] ?? null

/** What somebody would call the thing he logged in with, from the name it gives itself. */
export const describeAgent = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
})
