import type { AccessItem, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

type RefusalText = 'title' | 'cause' | 'words' | 'staff'

/** What the contract says of each reason, as texts such as `noCard.title`. */
export type RefusalTexts = { [Key in `${Refusal}.${RefusalText}`]: string }

const textsOf = (refusal: Refusal) =>
  (['title', 'cause', 'words', 'staff'] as const).map((said) => [`${refusal}.${said}`, refusals[refusal][said]])

export const refusalTexts = Object.fromEntries(keysOf(refusals).flatMap(textsOf)) as RefusalTexts // fromEntries loses the names

/** The icon and colour of a reason. */
export const markOf = (refusal: Refusal): StatusKind => refusals[refusal].mark

/** What staff see in amber: it can end soon without them. */
export const isPassing = (refusal: Refusal) => refusals[refusal].mark === 'waiting'

const namesOf = (missing: AccessItem['missingCertificates']) => missing.map(({ name }) => name).join(', ')

/** The reason within a sentence, such as "no access card". With the device it names the certificates that are missing. */
export const reasonText = (refusal: Refusal, item?: Pick<AccessItem, 'missingCertificates'>) => {
  const words = describeKey(`access:${refusal}.words`)
  const missing = refusal === 'noCertificate' && item ? item.missingCertificates : []
  return missing.length === 0 ? words : `${words}: ${namesOf(missing)}`
}

/** What keeps a member out whether or not they have the grant; null when nothing else does. */
export const otherRefusal = ({ refusal, missingCertificates }: AccessItem): Refusal | null => {
  if (refusal !== 'noGrant') return refusal
  return missingCertificates.length > 0 ? 'noCertificate' : null
}

type RefusedItem = Pick<AccessItem, 'missingCertificates'> & { refusal: Refusal }

/** The reason as a heading. It names the certificates that are missing. */
export const refusalTitle = ({ refusal, missingCertificates }: RefusedItem): string => {
  if (refusal !== 'noCertificate' || missingCertificates.length === 0) return describeKey(`access:${refusal}.title`)
  return describeKey('access:youNeed', { names: namesOf(missingCertificates) })
}

/** Reasons that have to do with the member and not with a device, so that they hold on many devices at once. */
const isCommon = (refusal: Refusal): boolean => refusal === 'notSignedIn' || refusals[refusal].isAboutMember

/** What keeps a member from several of the devices they were granted, and from how many: it is said once, not by row. */
export const commonRefusals = (items: readonly AccessItem[]): ReadonlyMap<Refusal, number> => {
  const counts = new Map<Refusal, number>()
  for (const { granted, refusal } of items) {
    if (granted && refusal !== null && isCommon(refusal)) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
  }
  return new Map([...counts].filter(([, count]) => count > 1))
}
