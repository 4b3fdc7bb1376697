import type { TFunction } from 'i18next'
import type { RosterDevice } from '@spacekeeper/contract/rosters.ts'
import type { RosterFilters } from './read-search.ts'

/** A filter as a sentence, and the filters without it. */
export type Described = { key: string; text: string; without: RosterFilters }

/** What narrows the list, in words; each can be taken away by itself. */
export const describeFilters = (
  t: TFunction<'rosters'>,
  input: { filters: RosterFilters; devices: readonly RosterDevice[] },
): Described[] => {
  const { filters, devices } = input
  const { seen, seenDays: count = 0, deviceId, access, card, subscription } = filters
  const described: Described[] = []
  const add = (key: keyof RosterFilters, text: string) =>
    described.push({ key, text, without: { ...filters, [key]: undefined } })
  if (seen === 'within') add('seen', t('chipSeenWithin', { count }))
  if (seen === 'before') add('seen', t('chipSeenBefore', { count }))
  if (seen === 'never') add('seen', t('chipNeverSeen'))
  if (deviceId !== undefined) {
    const device = devices.find(({ id }) => id === deviceId)?.name ?? t('unknownDevice')
    add('deviceId', t(access === 'missing' ? 'chipMissing' : 'chipGranted', { device }))
  }
  if (card) add('card', t(card === 'yes' ? 'chipCard' : 'chipNoCard'))
  if (subscription === 'active') add('subscription', t('chipSubscriptionActive'))
  if (subscription === 'cancelling') add('subscription', t('chipSubscriptionCancelling'))
  if (subscription === 'inactive') add('subscription', t('chipSubscriptionNone'))
  return described
}
