import { listNames } from '@spacekeeper/contract/formatters.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { longDay } from '#platform/long-day.ts'

/** Waits until the places of a former member are empty; telling them and staff is the business of the storage's own days. */
export const storageLeavingStep: LeavingStep = {
  name: 'storage',
  title: 'Clear storage places',
  position: 20,
  setting: 'LEAVING_STORAGE_DAYS',
  staysAfterClosing: true,
  run: async ({ tx }, { memberId, locale }) => {
    const places = await tx
      .selectFrom('storage_places')
      .select(['code', 'clear_by'])
      .where('holder_id', '=', memberId)
      .orderBy('id')
      .execute()
    if (places.length === 0) return { state: 'done', words: 'No storage place is held.' }
    const named = places.map(({ code, clear_by: clearBy }) =>
      clearBy === null ? code : `${code} by ${longDay(clearBy, locale)}`,
    )
    return { state: 'waiting', words: `To clear: ${listNames(locale, named)}.`.slice(0, 500) }
  },
}
