import { paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { endPasses } from './passes.ts'

const passList: PersonalList = {
  name: 'walletPasses',
  columns: ['id', 'wallet', 'serialNumber', 'addedAt', 'changedAt', 'validUntil', 'endedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('wallet_passes')
        .select(['id', 'kind as wallet', 'serial as serialNumber', 'created_at as addedAt', 'changed_at as changedAt'])
        .select(['valid_until as validUntil', 'ended_at as endedAt'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const deviceList: PersonalList = {
  name: 'walletDevices',
  columns: ['id', 'pass', 'addedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('wallet_devices as d')
        .innerJoin('wallet_passes as p', 'p.id', 'd.pass_id')
        .select(['d.id', 'd.pass_id as pass', 'd.added_at as addedAt'])
        .where('p.member_id', '=', memberId)
        .where('d.id', '>', after)
        .orderBy('d.id')
        .limit(limit)
        .execute(),
    )(),
}

export const walletRetentions: Retention[] = [
  {
    name: 'walletPasses',
    title: 'Digital IDs that were removed from wallets',
    table: 'wallet_passes',
    column: 'ended_at',
    days: 40,
    reason: 'Until then phones that were off learn that the pass is void. After that it has run out on all of them.',
  },
]

export const walletPersonalData: PersonalData = {
  tables: {
    wallet_passes: { exported: 'walletPasses', kept: ['walletPasses'], closing: 'emptied' },
    wallet_devices: {
      exported: 'walletDevices',
      kept: {
        title: 'Phones and watches that hold your digital ID',
        reason: 'Until the pass is removed from them, or 40 days after it was removed here.',
      },
      closing: {
        kept: 'For 40 days, without your name, so that your phones and watches learn that the pass is void.',
      },
    },
  },
  lists: [passList, deviceList],
  erase: async (tx, { ctx, memberId }) => {
    await endPasses(tx, { ctx, memberId })
    await tx.updateTable('wallet_passes').set({ member_id: null }).where('member_id', '=', memberId).execute()
  },
}
