import { sql } from 'kysely'
import type { Domain } from '#platform/domain.ts'
import type { PersonalList, PersonalData } from '#platform/personal-data.ts'
import { kioskJobs } from './jobs.ts'
import { kioskAuthorisedMail } from './mails.ts'
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
  tables: {
    kiosks: {
      exported: { not: 'Who authorised a kiosk is about the kiosk.' },
      kept: { title: 'Kiosks, and which member authorised each', reason: 'As long as the kiosk is authorised.' },
      closing: { kept: 'Who authorised a kiosk, without a name.' },
    },
    kiosk_pins: {
      exported: 'kioskPins',
      kept: {
        title: 'The PIN for kiosks',
        reason: 'Until it is removed or the account is closed. It is stored scrambled.',
      },
      closing: 'deleted',
    },
  },
  lists: [pinList],
  erase: async (work, memberId) => void (await forgetPin(work, memberId)),
}

export const kiosksDomain: Domain = {
  name: 'kiosks',
  tables: ['kiosks', 'kiosk_pins'],
  routes: kioskRoutes,
  jobs: kioskJobs,
  mails: [kioskAuthorisedMail],
  retentions: [
    {
      name: 'unauthorisedKiosks',
      title: 'Screens that asked to be a kiosk and were not authorised',
      table: 'kiosks',
      column: 'last_seen_at',
      where: sql`authorised_at is null`,
      days: 1,
      reason: 'A screen that is still there asks again.',
    },
  ],
  personalData: kioskPersonalData,
}
