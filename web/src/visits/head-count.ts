// On its own: the dashboard and the shared screens count people so.
import type { Translate } from '#platform/i18n/use-translation.ts'

type HeadCount = { members: number; guests: number; visitors?: number }

/**
 * "2 members, 14 guests and 1 visitor": everybody who would have to leave the building. Guests and visitors are not
 * named when there are none.
 */
export const sayOnSite = (t: Translate<'visits'>, { members, guests, visitors = 0 }: HeadCount): string => {
  const people = t('membersCount', { count: members })
  if (visitors === 0) return guests === 0 ? people : t('andGuestsToo', { people, count: guests })
  const others = guests === 0 ? people : `${people}, ${t('guestsCount', { count: guests })}`
  return t('andVisitorsToo', { people: others, count: visitors })
}
