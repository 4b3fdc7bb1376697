import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { endPasses } from './passes.ts'

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
  lists: [
    ownRows(
      'walletPasses',
      'wallet_passes',
      columns('id, kind as wallet, serial as serialNumber, created_at as addedAt, changed_at, valid_until', 'ended_at'),
    ),
    ownQuery('walletDevices', (db, memberId) =>
      db
        .selectFrom('wallet_devices as d')
        .innerJoin('wallet_passes as p', 'p.id', 'd.pass_id')
        .select(columns('d.id, d.pass_id as pass, d.added_at'))
        .where('p.member_id', '=', memberId),
    ),
  ],
  erase: async (work, memberId) => {
    await endPasses(work, { memberId })
    await work.tx.updateTable('wallet_passes').set({ member_id: null }).where('member_id', '=', memberId).execute()
  },
}
