import type { AccessItem, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import i18next from 'i18next'
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

/** The reason within a sentence, such as "no access card". */
export const reasonText = (refusal: Refusal) => i18next.t(`access:${refusal}.words`)

/** What keeps a member out whether or not they have the grant; null when nothing else does. */
export const otherRefusal = ({ refusal }: AccessItem): Refusal | null => (refusal === 'noGrant' ? null : refusal)

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
