import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { billingToday, changeBilling } from '../billing/billing-work.ts'
import { findDues } from '../billing/charges/dues.ts'
import { aPayer, chargeOf, type Payer } from '../billing/payer.testing.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { pauseSubscription } from '../billing/subscriptions/pauses.ts'
import { giveMoreTime } from '../billing/subscriptions/subscriptions.ts'
import { aStep, morning, type Morning, startMorning, today } from './morning.testing.ts'
import { runReminders } from './reminder-run.ts'

let at: Morning
beforeAll(async () => {
  at = await startMorning()
})
beforeEach(() => at.begin())
afterAll(() => at.close())

const subscriptionOf = ({ subscriptionId }: Payer) =>
  at.portal.db.selectFrom('subscriptions').selectAll().where('id', '=', subscriptionId).executeTakeFirstOrThrow()

const pay = async ({ id: memberId }: Payer, amountCents = 6500) => {
  const { ctx } = at.portal
  const paidOn = await billingToday(ctx)
  const payment = { memberId, amountCents, currency: 'AUD', method: 'cash' as const, paidOn }
  return changeBilling(ctx, 'billing.paid', (work) => bookPayment(work, payment))
}

test('a member is reminded on the day, three days and a week after it, each once', async () => {
  const payer = await aPayer(at.portal, { firstName: 'Ada', planId: (await at.aPlanCalled('Full membership')).id })
  for (const days of [0, 0, 1, 2, 3, 4, 7, 8, 20]) {
    await at.goTo(days)
    await at.run()
    await at.run()
  }
  expect(await at.subjectsTo(payer.id)).toEqual([
    '$65.00 for Full membership is due today',
    '$65.00 for Full membership is overdue',
    'Please pay $65.00 for Full membership',
  ])
  const [, overdue] = await at.messagesTo(payer.id)
  expect(overdue?.text).toContain('Hi Ada,')
  expect(overdue?.text).toContain('was due on 2 March 2026')
  expect(overdue?.text).toContain('Your access ends on 9 March 2026 unless it is paid')
  const events = at.portal.db.selectFrom('audit_events').select('data').where('event', '=', 'reminders.sent')
  expect(await events.where('subject_id', '=', payer.id).execute()).toHaveLength(3)
})

test('a reminder gives the sum and the last day of access that the member’s own page gives, also of a plan that ends before', async () => {
  const [goesOn, ends] = [await aPayer(at.portal), await aPayer(at.portal)]
  const ending = { state: 'cancelling' as const, cancel_on: '2026-03-06' }
  await at.portal.db.updateTable('subscriptions').set(ending).where('id', '=', ends.subscriptionId).execute()
  await pay(ends, 1500)
  await at.goTo(3)
  await at.run()
  for (const [payer, sum, day] of [
    [goesOn, '$65.00', '9 March 2026'],
    [ends, '$50.00', '6 March 2026'],
  ] as const) {
    const { owedCents, by } = await findDues(at.portal.ctx, payer.id)
    expect([`$${owedCents / 100}.00`, longDay(by ?? '', 'en-AU')]).toEqual([sum, day])
    const [message] = await at.messagesTo(payer.id)
    expect(message?.text).toContain(sum)
    expect(message?.text).toContain(`Your access ends on ${day}`)
  }
})

test('reminders go out once a day, from nine in the morning where the space is', async () => {
  const payer = await aPayer(at.portal)
  at.setNow(new Date('2026-03-01T22:59:00Z'))
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual([])
  at.setNow(morning)
  await at.run()
  expect(await at.subjectsTo(payer.id)).toHaveLength(1)
  const later = await aPayer(at.portal)
  at.setNow(new Date(morning.getTime() + 1_800_000))
  await at.run()
  expect(await at.subjectsTo(later.id)).toEqual([])
  expect((await at.staff.reminders.list()).lastRun).toMatchObject({ day: today, done: 1, leftOut: 0, failed: 0 })
})

test('after two weeks without the at.portal a member gets the latest reminder alone', async () => {
  const payer = await aPayer(at.portal)
  await at.goTo(14)
  await at.run()
  await at.goTo(15)
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual([expect.stringContaining('Please pay')])
})

test('a clock that jumps back and forth sends nothing twice', async () => {
  const payer = await aPayer(at.portal)
  for (const days of [3, 0, 3, 1, 4]) {
    await at.goTo(days)
    await at.run()
  }
  expect(await at.subjectsTo(payer.id)).toHaveLength(1)
})

const exclusions: Record<string, (payer: Payer) => Promise<unknown>> = {
  paused: ({ id }) =>
    changeBilling(at.portal.ctx, 'billing.paused', (work) =>
      pauseSubscription(work, {
        memberId: id,
        days: { from: today, to: addDays(today, 30) },
        isByStaff: true,
      }),
    ).then(() => sql`update charges set due_on = ${today}::date where member_id = ${id}`.execute(at.portal.db)),
  suspended: ({ id }) =>
    sql`update members set suspended_at = now(), suspension_reason = 'Keys' where id = ${id}`.execute(at.portal.db),
  closed: ({ id }) =>
    sql`update members set closed_at = now(), email_verified_at = null, membership_state = 'inactive'
      where id = ${id}`.execute(at.portal.db),
  processing: ({ chargeId }) =>
    sql`update charges set state = 'processing' where id = ${chargeId}`.execute(at.portal.db),
  moreTime: ({ id }) =>
    changeBilling(at.portal.ctx, 'billing.moreTimeGiven', (work) =>
      giveMoreTime(work, { memberId: id, until: addDays(today, 10) }),
    ),
  unverified: ({ id }) => sql`update members set email_verified_at = null where id = ${id}`.execute(at.portal.db),
}

test.each(Object.keys(exclusions))('a member is left out by the run and the dry run: %s', async (reason) => {
  const payer = await aPayer(at.portal)
  await exclusions[reason]?.(payer)
  const dry = await at.staff.reminders.dryRun()
  expect(dry).toMatchObject({ day: today, due: [], leftOutCount: 1, leftOut: [{ memberId: payer.id, reason }] })
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual([])
  expect((await at.staff.reminders.list()).lastRun).toMatchObject({ done: 0, leftOut: 1 })
})

test('a member who has paid is in no list and gets nothing', async () => {
  const payer = await aPayer(at.portal)
  await pay(payer)
  expect(await at.staff.reminders.dryRun()).toMatchObject({ dueCount: 0, leftOutCount: 0 })
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual([])
})

test('the dry run names what the next run does and changes nothing', async () => {
  const { id } = await aPayer(at.portal, { firstName: 'Mira', lastName: 'Quintero' })
  const expected = { memberId: id, memberName: 'Mira Quintero', openCents: 6500, channel: 'email', action: 'none' }
  expect(await at.staff.reminders.dryRun()).toMatchObject({ day: today, dueCount: 1, due: [expected] })
  expect(await at.subjectsTo(id)).toEqual([])
  await at.run()
  expect(await at.staff.reminders.dryRun()).toMatchObject({ day: '2026-03-03', dueCount: 0 })
})

test('two processes that run at once remind a member once', async () => {
  const payers = [await aPayer(at.portal), await aPayer(at.portal), await aPayer(at.portal)]
  const other = await at.portal.another()
  await Promise.all([at.run(), runReminders(other.ctx), at.run()])
  await other.close()
  for (const { id } of payers) expect(await at.subjectsTo(id)).toHaveLength(1)
})

test('a payment that starts its way while the run waits for it stops the reminder', async () => {
  const payer = await aPayer(at.portal)
  let running: Promise<void> = Promise.resolve()
  await at.portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', '=', payer.id).forUpdate().execute()
    running = at.run()
    await expect.poll(() => waitingFor()).toBeGreaterThan(0)
    await sql`update charges set state = 'processing' where id = ${payer.chargeId}`.execute(tx)
  })
  await running
  expect(await at.subjectsTo(payer.id)).toEqual([])
})

/** Statements that wait for a lock of another transaction. */
const waitingFor = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(at.portal.db)
  return rows[0]?.count ?? 0
}

test('a step that fails for one member is done for the others, and tried again the next day', async () => {
  const [broken, fine] = [await aPayer(at.portal), await aPayer(at.portal)]
  await at.staff.reminders.create(aStep({ action: 'endAccess' }))
  await at.portal.runAsOwner(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger broken before update on subscriptions for each row
      when (old.id = ${broken.subscriptionId}) execute function fail()`)
  await at.goTo(1)
  await at.run()
  expect((await at.staff.reminders.list()).lastRun).toMatchObject({ done: 1, failed: 1 })
  expect(await at.subjectsTo(fine.id)).toHaveLength(1)
  expect(await at.subjectsTo(broken.id)).toEqual([])
  await at.portal.runAsOwner('drop trigger broken on subscriptions; drop function fail()')
  await at.goTo(2)
  await at.run()
  expect(await at.subjectsTo(broken.id)).toHaveLength(1)
  expect(await at.subjectsTo(fine.id)).toHaveLength(1)
})

test('a step ends access before the days of grace are over, and a payment brings it back', async () => {
  const payer = await aPayer(at.portal)
  await at.staff.reminders.create(aStep({ offsetDays: 2, action: 'endAccess', text: 'Ended on {accessEnds}.' }))
  await at.goTo(2)
  expect(await at.staff.reminders.dryRun()).toMatchObject({ due: [{ action: 'endAccess' }] })
  await at.run()
  expect(await subscriptionOf(payer)).toMatchObject({ state: 'pastDue', has_access: false })
  const member = at.portal.db.selectFrom('members').select('membership_state').where('id', '=', payer.id)
  expect(await member.executeTakeFirstOrThrow()).toEqual({ membership_state: 'inactive' })
  expect((await at.messagesTo(payer.id))[0]?.text).toContain('Ended on 4 March 2026.')
  await pay(payer)
  expect(await subscriptionOf(payer)).toMatchObject({ state: 'active', has_access: true })
})

test.each([
  ['keep', 'open'],
  ['void', 'void'],
] as const)('a step ends the membership, and what is unpaid is settled as the step says: %s', async (unpaid, state) => {
  const payer = await aPayer(at.portal)
  await at.staff.reminders.create(
    aStep({ offsetDays: 3, channel: 'sms', subject: '', action: 'endMembership', unpaid }),
  )
  await at.goTo(4)
  await at.run()
  expect(await subscriptionOf(payer)).toMatchObject({ state: 'ended', ended_reason: 'unpaid', has_access: false })
  expect(await chargeOf(at.portal, payer.chargeId)).toMatchObject({ state })
  await at.goTo(10)
  expect(await at.staff.reminders.dryRun()).toMatchObject({ dueCount: 0 })
})
