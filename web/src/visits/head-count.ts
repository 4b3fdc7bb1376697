// On its own: the dashboard and the shared screens count people so.
import type { TFunction } from 'i18next'

/** "2 members and 14 guests": everybody who would have to leave the building. Guests are not named when there are none. */
export const sayOnSite = (t: TFunction<'visits'>, { members, guests }: { members: number; guests: number }): string => {
  const people = t('membersCount', { count: members })
  return guests === 0 ? people : t('andGuestsToo', { people, count: guests })
}
