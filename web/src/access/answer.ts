import type { Access, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'
import { type AccessDevice, devicesOf } from './device-badge.tsx'
import { groupRefused } from './refusal-row.tsx'
import { isOperable } from './relays-list.tsx'

const worksAnswer = (t: Translate<'access'>, devices: AccessDevice[]) => {
  const doorCount = devices.filter(({ type }) => type === 'door').length
  const machineCount = devices.length - doorCount
  if (devices.length === 0) return t('worksOnNothing')
  // A number and its noun stay on one line.
  const doors = t('door', { count: doorCount }).replace(' ', '\u00a0')
  const machines = t('machine', { count: machineCount }).replace(' ', '\u00a0')
  if (doorCount > 0 && machineCount > 0) return t('worksOnBoth', { doors, machines })
  return t('worksOn', { what: doorCount > 0 ? doors : machines })
}

/**
 * Offline devices that know the card still open, but may not; they stand below with that said. What the member uses just
 * now stands above, even where they could not start it again.
 */
export const sortOut = (access: Access) => {
  const all = devicesOf(access)
  const devices = all.filter((device) => !isOperable(device))
  const idle = devices.filter(({ use }) => !use?.isOwn)
  return {
    relays: all.filter(isOperable),
    works: devices.filter(({ refusal, offline }) => refusal === null && !offline),
    running: devices.filter(({ use, refusal, offline }) => use?.isOwn && (refusal !== null || offline)),
    groups: groupRefused(idle),
    offline: idle.filter(({ refusal, offline }) => refusal === null && offline),
  }
}

export type SortedAccess = ReturnType<typeof sortOut>

/** The reason that keeps the member from everything, so that the page gives it as its answer. Relays need no card. */
export const reasonForAll = ({ works, groups }: SortedAccess): Refusal | null => {
  if (works.length > 0) return null
  const [first, ...others] = groups
  if (groups.some(({ refusal }) => refusal === 'noCard')) return 'noCard'
  return first && others.length === 0 ? first.refusal : null
}

/** What the member’s card does just now, in one sentence. */
export const answerOf = (t: Translate<'access'>, sorted: SortedAccess) => {
  const { works, groups } = sorted
  if (works.length > 0) return worksAnswer(t, works)
  const reason = reasonForAll(sorted)
  if (reason === 'noCard') return t('noCard.title')
  if (groups.some(({ refusal }) => refusals[refusal].cure === 'signInOnSite')) return t('worksOnceSignedIn')
  return reason === null ? t('worksOnNothing') : t(`${reason}.title`)
}

/** The same for a member who is not active: reasons of single devices are not given then. */
export const standingAnswerOf = (t: Translate<'access'>, sorted: SortedAccess) =>
  t(reasonForAll(sorted) === 'noCard' ? 'noCard.title' : 'worksOnNothing')
