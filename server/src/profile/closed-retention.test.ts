import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { anAccount } from '../auth/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { closingRetentions } from './retention.ts'

const password = 'correct horse battery'
const day = 24 * 60 * 60 * 1000

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('what the audit says of bookings stays with the books, also of a closed account', async () => {
  const { id } = await anAccount(portal.db, { password })
  const booked = { event: 'memberbucks.booked', actor_kind: 'system', subject_kind: 'member', subject_id: id } as const
  const data = JSON.stringify({ amountCents: 500 })
  const row = portal.db.insertInto('audit_events').values({ ...booked, at: new Date(), data })
  const { id: eventId } = await row.returning('id').executeTakeFirstOrThrow()
  await (await portal.as(id)).profile.closeAccount({ password, confirmation: 'Close my account' })
  await portal.db
    .updateTable('members')
    .set({ closed_at: new Date(Date.now() - 91 * day) })
    .where('id', '=', id)
    .execute()
  await cleanUp(portal.ctx, closingRetentions)
  const events = portal.db.selectFrom('audit_events').select(['id', 'data']).where('subject_id', '=', id)
  const left = (await events.execute()).filter((event) => !('erased' in Object(event.data)))
  expect(left).toEqual([{ id: eventId, data: { amountCents: 500 } }])
  const erasing = portal.db.updateTable('audit_events').set({ data: '{"erased": true}' }).where('id', '=', eventId)
  await expect(erasing.execute()).rejects.toThrow('append-only')
})

test('closed accounts are emptied so many at a time, until nothing of them is left', async () => {
  const closedAt = new Date(Date.now() - 31 * day)
  const rows = await sql<{
    id: number
  }>`insert into members (email, first_name, last_name, screen_name, membership_state,
      registered_at, closed_at)
    select 'closed-' || n || '@closed.invalid', 'Former', 'member', 'former-' || n, 'inactive', ${closedAt}, ${closedAt}
    from generate_series(1, 7) n returning id`.execute(portal.db)
  const ids = rows.rows.map((row) => row.id)
  await portal.db
    .insertInto('messages')
    .values(
      ids.map((id) => ({
        member_id: id,
        recipient: 'former@example.org',
        template: 'welcome',
        subject: 'Hello Quentin',
        text: 'Hello Quentin',
        state: 'sent' as const,
        created_at: closedAt,
      })),
    )
    .execute()
  await cleanUp(portal.ctx, closingRetentions, 2)
  const left = portal.db.selectFrom('messages').select(['recipient', 'subject', 'text']).where('member_id', 'in', ids)
  expect(await left.execute()).toEqual(ids.map(() => ({ recipient: 'closed account', subject: 'Welcome', text: null })))
})
