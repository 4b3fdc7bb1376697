import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { propertyRuns } from '../random-runs.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { anEntry } from './factory.ts'
import { bookEntry } from './ledger.ts'
import { verifyLedger } from './verify.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const aBuyer = async (balanceCents: number) => {
  const { id } = await aMember(portal.db)
  if (balanceCents !== 0) await anEntry(portal.db, { memberId: id, amountCents: balanceCents })
  const session = await portal.sessionOf(id)
  /** As an existing client calls it, which reads a bare sentence of what is refused. */
  const post = async (path: string, body?: object) => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: `/api/memberbucks/${path}/`,
      cookies: { csrftoken: 'x', sessionid: session },
      headers: { 'x-csrftoken': 'x' },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body }
  }
  return { id, api: await portal.as(id), post }
}

let keys = 0
const aSpending = (more: { amountCents?: number; description?: string; idempotencyKey?: string } = {}) => {
  keys += 1
  return { purpose: 'payment' as const, amountCents: 250, description: 'Plywood', idempotencyKey: `s${keys}`, ...more }
}

const entriesOf = (memberId: number) =>
  portal.db
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'type', 'source', 'contra_account', 'description', 'actor_id'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
const balanceOf = async (memberId: number) =>
  (await portal.db.selectFrom('balances').select('balance_cents').where('member_id', '=', memberId).executeTakeFirst())
    ?.balance_cents ?? 0

test('an existing client pays in cents: 114 stays 114, and a hair beside a whole number is that number', async () => {
  const { id, post, api } = await aBuyer(1000)
  expect(await post('pay/114', { description: 'Filament', anything: 1 })).toEqual({ status: 200, body: '' })
  expect(await post('pay/114.99999999999999', {})).toEqual({ status: 200, body: '' })
  expect(await post('pay/1')).toEqual({ status: 200, body: '' })
  expect((await entriesOf(id)).slice(1)).toMatchObject([
    { amount_cents: -114, type: 'web', source: 'member', contra_account: 'vendingIncome', description: 'Filament' },
    { amount_cents: -115, description: '' },
    { amount_cents: -1 },
  ])
  expect(await api.memberbucks.listTransactions()).toMatchObject([
    {},
    {},
    { amount: -1.14, type: 'Other', kind: 'web' },
    {},
  ])
})

test.each([
  ['less than nothing', 'pay/-100', 'Enter an amount.'],
  ['nothing', 'pay/0', 'Enter an amount.'],
  ['no number', 'pay/ten', 'Enter an amount.'],
  ['beyond the most', 'pay/5001', 'Sorry, the maximum is 50.'],
  ['more than there is', 'pay/1001', 'The balance is too low for that.'],
  ['a top-up beyond the most', 'add/51', 'Sorry, the maximum is 50.'],
  ['a top-up of less than nothing', 'add/-10', 'Enter an amount.'],
  ['a top-up of half a unit', 'add/10.5', 'Enter a whole number.'],
  ['a top-up', 'add/10', 'Card payments are turned off here, or not set up yet.'],
])('existing clients hear in one sentence why %s is refused, and nothing is booked', async (_, path, sentence) => {
  const { id, post } = await aBuyer(1000)
  expect(await post(path)).toEqual({ status: 400, body: JSON.stringify(sentence) })
  expect(await balanceOf(id)).toBe(1000)
})

test('the most at once is a setting', async () => {
  await changeSetting(portal.ctx, { key: 'MEMBERBUCKS_MAX_TOPUP', value: 60 })
  const { post, api } = await aBuyer(10_000)
  expect((await post('pay/5001')).status).toBe(200)
  await expect(api.memberbucks.spend(aSpending({ amountCents: 6001 }))).rejects.toMatchObject({
    body: { fields: [{ field: 'amountCents', message: 'Sorry, the maximum is 60.' }] },
  })
  expect((await api.memberbucks.getOverview()).maxCents).toBe(6000)
  await changeSetting(portal.ctx, { key: 'MEMBERBUCKS_MAX_TOPUP', value: 50 })
})

test('whatever is paid at once, by existing clients and in the portal, no balance is overdrawn', async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), amounts, async (balanceCents, cents) => {
      const { id, post, api } = await aBuyer(balanceCents)
      const done = await Promise.all(
        cents.map(async (amountCents, turn) => {
          if (turn % 2 === 0) return (await post(`pay/${amountCents}`)).status === 200
          return api.memberbucks.spend(aSpending({ amountCents })).then(
            () => true,
            () => false,
          )
        }),
      )
      const spent = cents.reduce((sum, amount, turn) => sum + (done[turn] === true ? amount : 0), 0)
      const left = balanceCents - spent
      expect(await balanceOf(id)).toBe(left)
      expect(left).toBeGreaterThanOrEqual(0)
      // Each that was refused would have been too much in the end, too.
      const smallestRefused = Math.min(...cents.filter((_, turn) => done[turn] !== true), left + 1)
      expect(smallestRefused).toBeGreaterThan(left)
    }),
    propertyRuns(15),
  )
  expect((await verifyLedger(portal.services)).fault).toBeNull()
})

test('a donation is booked as one, once for its key, and stands in the audit', async () => {
  const { id, api } = await aBuyer(1000)
  const gift = { ...aSpending({ amountCents: 300, description: '' }), purpose: 'donation' as const }
  const answers = await Promise.all([api.memberbucks.spend(gift), api.memberbucks.spend(gift)])
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.balanceCents).toBe(700)
  expect((await entriesOf(id)).slice(1)).toMatchObject([
    { amount_cents: -300, type: 'web', contra_account: 'donation', actor_id: id },
  ])
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(events).toMatchObject([{ event: 'memberbucks.donated', data: { amountCents: -300, balanceCents: 700 } }])
  await expect(api.memberbucks.spend({ ...gift, purpose: 'payment', description: 'x' })).rejects.toMatchObject({
    code: 'keyReused',
  })
})

test('a payment says what it is for; a donation need not', async () => {
  const { api } = await aBuyer(1000)
  await expect(api.memberbucks.spend(aSpending({ description: '  ' }))).rejects.toMatchObject({
    body: { fields: [{ field: 'description', message: 'This field cannot be empty.' }] },
  })
  await expect(api.memberbucks.spend(aSpending({ description: 'x'.repeat(201) }))).rejects.toMatchObject({
    body: { fields: [{ field: 'description', message: 'Must be at most 200 characters.' }] },
  })
})

test('a key that a member chooses never stands for the charge of a machine', async () => {
  const { id, api } = await aBuyer(1000)
  await api.memberbucks.spend(aSpending({ amountCents: 1, idempotencyKey: 'interlock 7' }))
  const charge = await record(portal.ctx, async (work) => ({
    result: await bookEntry(work, {
      movement: {
        memberId: id,
        amountCents: -500,
        type: 'interlock',
        source: 'device',
        contraAccount: 'machineIncome',
        description: '',
        floorCents: null,
        idempotencyKey: 'interlock 7',
      },
    }),
  }))
  expect(charge).toMatchObject({ outcome: 'booked', isNew: true, balanceCents: 499 })
})

test('while balances are turned off, nothing of them answers', async () => {
  await changeSetting(portal.ctx, { key: 'ENABLE_MEMBERBUCKS', value: false })
  const { api, post } = await aBuyer(1000)
  const period = { from: '2026-01-01', to: '2026-01-31' }
  const { memberbucks } = api
  const calls = [
    memberbucks.getBalance(),
    memberbucks.listTransactions(),
    memberbucks.getOverview(),
    memberbucks.listOwnEntries({}),
    memberbucks.exportOwnEntries({}),
    memberbucks.getOwnStatement(period),
    memberbucks.spend(aSpending()),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'featureOff', status: 403 })
  for (const path of ['pay/100', 'add/10']) expect((await post(path)).status).toBe(403)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await expect(staff.memberbucks.listBalances()).rejects.toMatchObject({ code: 'featureOff' })
  await changeSetting(portal.ctx, { key: 'ENABLE_MEMBERBUCKS', value: true })
})

test('a member who is removed from the space leaves their entries to the books', async () => {
  const { id } = await aBuyer(1000)
  const remove = portal.runAsOwner(`delete from members where id = ${id}`)
  await expect(remove).rejects.toThrow(/violates foreign key/)
  expect(await entriesOf(id)).toHaveLength(1)
})
