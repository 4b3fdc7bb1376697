import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

const deviceList = ownRows('notificationDevices', 'push_devices', columns('id, created_at as addedAt, last_sent_at'))

const choiceList: PersonalList = {
  name: 'notificationChoices',
  columns: ['occasion'],
  read: async function* (ctx, memberId) {
    yield await ctx.db
      .selectFrom('push_choices')
      .select('occasion')
      .where('member_id', '=', memberId)
      .orderBy('occasion')
      .execute()
  },
}

export const pushRetentions: Retention[] = [
  {
    name: 'pushNotices',
    title: 'What notifications said',
    table: 'push_notices',
    column: 'until_at',
    days: 1,
    reason: 'A device that is away gets them for two days at most.',
  },
]

export const pushPersonalData: PersonalData = {
  tables: {
    push_devices: {
      exported: 'notificationDevices',
      kept: {
        title: 'Devices that get notifications',
        reason: 'Until you turn them off, or the login on the device ends.',
      },
      closing: 'deleted',
    },
    push_choices: {
      exported: 'notificationChoices',
      kept: { title: 'What you are notified of', reason: 'Until you turn it off or the account is closed.' },
      closing: 'deleted',
    },
  },
  lists: [deviceList, choiceList],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('push_devices').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('push_choices').where('member_id', '=', memberId).execute()
  },
}
