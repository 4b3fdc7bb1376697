import type { Domain } from '#platform/domain.ts'
import type { PersonalList, PersonalData } from '#platform/personal-data.ts'
import { forgetPin } from './pins.ts'
import { kioskRoutes } from './routes.ts'

const pinList: PersonalList = {
  name: 'kioskPins',
  columns: ['setAt'],
  read: async function* (ctx, memberId) {
    yield await ctx.db.selectFrom('kiosk_pins').select('set_at as setAt').where('member_id', '=', memberId).execute()
  },
}

const kioskPersonalData: PersonalData = {
  tables: { kiosk_pins: { exported: 'kioskPins', closing: 'deleted' } },
  lists: [pinList],
  erase: async (tx, { memberId }) => void (await forgetPin(tx, memberId)),
}

export const kiosksDomain: Domain = {
  name: 'kiosks',
  tables: ['kiosks', 'kiosk_pins'],
  routes: kioskRoutes,
  personalData: kioskPersonalData,
}
