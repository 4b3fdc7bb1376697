import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AccessItem, Refusal } from '@spacekeeper/contract/doors.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'

const reasons = {
  unknownCard: 'reasonUnknownCard',
  noCard: 'reasonNoCard',
  suspended: 'reasonSuspended',
  notActive: 'reasonNotActive',
  lockedOut: 'reasonLockedOut',
  noGrant: 'reasonNoGrant',
  notSignedIn: 'reasonNotSignedIn',
  balanceTooLow: 'reasonBalanceTooLow',
  staleList: 'reasonStaleList',
  noAnswer: 'reasonNoAnswer',
} as const satisfies Record<Refusal, string>

/** What the member or somebody else can mend soon is amber; what keeps him out is red. */
const passing: readonly Refusal[] = ['notSignedIn', 'staleList']

type Words = TFunction<'members'>
export const reasonText = (t: Words, refusal: Refusal) => t(reasons[refusal])

/** What keeps the member out, whether or not he has the grant; null when nothing else does. */
export const otherRefusal = ({ refusal }: AccessItem): Refusal | null => (refusal === 'noGrant' ? null : refusal)

export const offlineText = (t: Words, { lastSeen }: AccessItem) =>
  lastSeen === null ? t('offlineNever') : t('offlineSince', { since: formatSince(lastSeen).replaceAll(' ', '\u00a0') })

const pendingEffect = (t: Words, item: AccessItem, wanted: boolean): { kind: StatusKind; text: string } => {
  const other = otherRefusal(item)
  if (!wanted) return { kind: 'refused', text: t(other === null ? 'refusesOnceSaved' : 'takenOnceSaved') }
  if (other === null) return { kind: 'info', text: t('opensOnceSaved') }
  return { kind: 'warning', text: t('grantedOnceSaved', { reason: reasonText(t, other) }) }
}

const presentEffect = (t: Words, item: AccessItem, fine: string): { kind: StatusKind; text: string } => {
  if (!item.granted) return { kind: 'none', text: t('notGranted') }
  const { refusal } = item
  if (refusal === 'lockedOut') return { kind: 'locked', text: t('lockedForEveryone') }
  if (refusal !== null) {
    return {
      kind: passing.includes(refusal) ? 'waiting' : 'refused',
      text: t('refused', { reason: reasonText(t, refusal) }),
    }
  }
  return item.offline ? { kind: 'offline', text: offlineText(t, item) } : { kind: 'fine', text: fine }
}

type Props = { item: AccessItem; wanted?: boolean; isMachine?: boolean }

/** What happens when the member swipes here: now, or once the switch is saved. A grant alone does not say it. */
export const GrantEffectBadge = ({ item, wanted = item.granted, isMachine = false }: Props) => {
  const { t } = useTranslation('members')
  const isPending = wanted !== item.granted
  const { kind, text } = isPending
    ? pendingEffect(t, item, wanted)
    : presentEffect(t, item, t(isMachine ? 'works' : 'opens'))
  return (
    <>
      <Status kind={kind}>{text}</Status>
      {item.offline && kind !== 'offline' ? <Status kind="offline">{offlineText(t, item)}</Status> : null}
    </>
  )
}
