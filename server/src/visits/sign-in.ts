import { sql } from 'kysely'
import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { queueVisitLine } from './queue-visit-line.ts'
import { visitNotices } from './visit-notices.ts'

/** Signs a member in on site. Who is here already stays since when he came; only his guests are replaced. */
export const signIn = (ctx: Ctx, input: { memberId: number; guests: string[] }): Promise<void> =>
  change(ctx, 'visit.signedIn', async (tx) => {
    const { memberId, guests } = input
    const row = await tx
      .insertInto('visits')
      .values({ member_id: memberId, signed_in_at: ctx.now(), guests })
      .onConflict((on) =>
        on
          .column('member_id')
          .where('signed_out_at', 'is', null)
          .doUpdateSet({ guests })
          .where('visits.guests', 'is distinct from', sql<string[]>`excluded.guests`),
      )
      // A row that was there before has been updated, and says so by who locked it.
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirst()
    if (!row) return unchanged(undefined)
    await tx.updateTable('members').set({ last_seen_at: ctx.now() }).where('id', '=', memberId).execute()
    if (row.is_new) await queueVisitLine(tx, { ctx, visit: { memberId, guests: guests.length } })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { guests: guests.length },
      tell: visitNotices(memberId),
    }
  })
