import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { type StatusKind, Status } from '#platform/ui/status.tsx'
import { isPassing, otherRefusal, reasonText } from './refusals.ts'

export const describeOffline = (t: Translate<'members'>, { lastSeen }: AccessItem) =>
  lastSeen === null ? t('offlineNever') : t('offlineSince', { since: formatSince(lastSeen).replaceAll(' ', '\u00a0') })

const pendingEffect = (
  t: Translate<'members'>,
  item: AccessItem,
  wanted: boolean,
): { kind: StatusKind; text: string } => {
  const other = otherRefusal(item)
  if (!wanted) return { kind: 'refused', text: t(other === null ? 'refusesOnceSaved' : 'takenOnceSaved') }
  if (other === null) return { kind: 'info', text: t('opensOnceSaved') }
  return { kind: 'warning', text: t('grantedOnceSaved', { reason: reasonText(other, item) }) }
}

const presentEffect = (t: Translate<'members'>, item: AccessItem, fine: string): { kind: StatusKind; text: string } => {
  if (!item.granted) return { kind: 'none', text: t('notGranted') }
  const { refusal } = item
  if (refusal === 'lockedOut') return { kind: 'locked', text: t('lockedForEveryone') }
  if (refusal !== null) {
    return {
      kind: isPassing(refusal) ? 'waiting' : 'refused',
      text: t('refused', { reason: reasonText(refusal, item) }),
    }
  }
  return item.offline ? { kind: 'offline', text: describeOffline(t, item) } : { kind: 'fine', text: fine }
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
      {item.offline && kind !== 'offline' ? <Status kind="offline">{describeOffline(t, item)}</Status> : null}
    </>
  )
}
