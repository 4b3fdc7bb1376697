import { sql } from 'kysely'
import { expect } from 'vitest'
import { sessionCookie } from '#platform/http/credential.ts'
import { aGrant } from './access/factory.ts'
import { aCharge, aSubscription } from './billing/factory.ts'
import { dialDevice, type DialledDevice } from './gateway/dialled-device.testing.ts'
import { aMachine } from './interlocks/factory.ts'
import { startedOf } from './interlocks/machine-scene.testing.ts'
import { anEntry } from './memberbucks/factory.ts'
import { aMember } from './members/factory.ts'
import { aPlan } from './plans/factory.ts'
import type { TestPortal } from './portal.testing.ts'
import { aProduct, aVendingMachine } from './vending/factory.ts'

/** Something a client asks for until it hears that it is done. Asking and asking again say whether it heard that. */
export type FaultyAct = {
  ask: () => Promise<boolean>
  askAgain: (url: string) => Promise<boolean>
  /** It is done, once. */
  check: () => Promise<void>
}

export type FaultyScene = { portal: TestPortal; door: { id: number; list: () => readonly string[] } }

let count = 0
const nextCard = () => {
  count += 1
  return `66${count}`
}

type DeviceLine = { kind: 'memberbucks' | 'interlock'; serial: string; key: string }

const lineTo = async (url: string, { kind, serial, key }: DeviceLine): Promise<DialledDevice> => {
  const line = await dialDevice(url, { path: `/ws/access/${kind}/${serial}`, key })
  await line.settle()
  return line
}

/** Whether the answer to this says that it is done, or for `before` that it was done already; hangs up. */
const isAnswered = async (line: DialledDevice, message: { command: string }, isBefore = false): Promise<boolean> => {
  try {
    line.send(message)
    for (;;) {
      const answer = await line.next()
      if (answer.command === 'error') return false
      if (answer.command === message.command) return isBefore || answer.success !== false
    }
  } finally {
    await line.close()
  }
}

const staffCall = async (
  url: string,
  input: { method: 'POST' | 'PUT'; path: string; session: string; body?: object },
): Promise<boolean> => {
  const { method, path, session, body = {} } = input
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      cookie: `csrftoken=faulty; ${sessionCookie}=${session}`,
      'x-csrftoken': 'faulty',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return answer.status === 200
}

const aStaffSession = async ({ sessionOf, db }: TestPortal) => sessionOf((await aMember(db, { isAdmin: true })).id)

const moneyOf = async ({ db }: TestPortal, memberId: number) => {
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['id', 'amount_cents'])
    .where('member_id', '=', memberId)
    .where('source', '<>', 'system')
    .execute()
  const { balance_cents: balance } = await db
    .selectFrom('balances')
    .select('balance_cents')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { amounts: entries.map((entry) => entry.amount_cents), balance }
}

const eventsAbout = async ({ db }: TestPortal, memberId: number) => {
  const events = db.selectFrom('audit_events').select('event').where('subject_id', '=', memberId)
  return (await events.where('subject_kind', '=', 'member').execute()).map(({ event }) => event)
}

const sell = async ({ portal }: FaultyScene, url: string): Promise<FaultyAct> => {
  const { db } = portal
  const machine = { ...(await aVendingMachine(db)), kind: 'memberbucks' as const }
  const card = nextCard()
  const { id } = await aMember(db, { cards: [card] })
  await anEntry(db, { memberId: id, amountCents: 1000 })
  const product = await aProduct(db, { stock: 5 })
  const sale = { amount: 2.5, product_external_id: product.externalId, request_id: `sale-${card}` }
  const asked = { command: 'debit', card_id: card, ...sale }
  const line = await lineTo(url, machine)
  return {
    ask: () => isAnswered(line, asked),
    askAgain: async (now) => isAnswered(await lineTo(now, machine), asked),
    check: async () => {
      expect(await moneyOf(portal, id)).toEqual({ amounts: [-250], balance: 750 })
      expect(await db.selectFrom('purchases').select('amount_cents').where('member_id', '=', id).execute()).toEqual([
        { amount_cents: 250 },
      ])
      const stock = db.selectFrom('products').select('stock').where('id', '=', product.id)
      expect(await stock.execute()).toEqual([{ stock: 4 }])
    },
  }
}

const aMachineAndUser = async ({ db }: TestPortal) => {
  const machine = { ...(await aMachine(db, { perSessionCents: 100 })), kind: 'interlock' as const }
  const card = nextCard()
  const { id: memberId } = await aMember(db, { cards: [card] })
  await aGrant(db, { memberId, deviceId: machine.id })
  await anEntry(db, { memberId, amountCents: 1000 })
  const sessions = () => db.selectFrom('interlock_sessions').selectAll().where('device_id', '=', machine.id).execute()
  return { machine, card, memberId, sessions }
}

const startUse = async ({ portal }: FaultyScene, url: string): Promise<FaultyAct> => {
  const { machine, card, memberId, sessions } = await aMachineAndUser(portal)
  const asked = { command: 'interlock_session_start', card_id: card }
  const line = await lineTo(url, machine)
  return {
    ask: () => isAnswered(line, asked),
    askAgain: async (now) => isAnswered(await lineTo(now, machine), asked),
    check: async () => {
      const all = await sessions()
      expect(all.filter((session) => session.ended_at === null)).toHaveLength(1)
      // One that the machine never heard of ends with the next, and is in the books like every other.
      const ended = all.filter((session) => session.ended_at !== null)
      expect(ended.length).toBeLessThanOrEqual(1)
      const spent = ended.reduce((sum, session) => sum + session.cost_cents, 0)
      expect((await moneyOf(portal, memberId)).balance).toBe(1000 - spent)
    },
  }
}

const endUse = async ({ portal }: FaultyScene, url: string): Promise<FaultyAct> => {
  const { machine, card, memberId, sessions } = await aMachineAndUser(portal)
  const line = await lineTo(url, machine)
  const asked = { command: 'interlock_session_end', session_id: await startedOf(line, card), card_id: card }
  // Uses of seconds are free.
  const hourAgo = sql<Date>`started_at - interval '1 hour'`
  await portal.db
    .updateTable('interlock_sessions')
    .set({ started_at: hourAgo })
    .where('id', '=', asked.session_id)
    .execute()
  return {
    ask: () => isAnswered(line, asked),
    askAgain: async (now) => isAnswered(await lineTo(now, machine), asked, true),
    check: async () => {
      const [use, ...others] = await sessions()
      expect(others).toEqual([])
      expect(use?.ended_at).not.toBeNull()
      const cost = use?.cost_cents ?? 0
      expect(cost).toBeGreaterThan(0)
      expect(await moneyOf(portal, memberId)).toEqual({ amounts: [-cost], balance: 1000 - cost })
    },
  }
}

const book = async ({ portal }: FaultyScene, url: string): Promise<FaultyAct> => {
  const session = await aStaffSession(portal)
  const { id } = await aMember(portal.db)
  const body = { amountCents: 500, type: 'cash', description: 'Paid in', idempotencyKey: `booking-${id}` }
  const askAgain = (now: string) =>
    staffCall(now, { method: 'POST', path: `/api/admin/members/${id}/memberbucks/`, session, body })
  return {
    ask: () => askAgain(url),
    askAgain,
    check: async () => {
      expect(await moneyOf(portal, id)).toEqual({ amounts: [500], balance: 500 })
      expect(await eventsAbout(portal, id)).toHaveLength(1)
    },
  }
}

const payDues = async ({ portal }: FaultyScene, url: string): Promise<FaultyAct> => {
  const { db } = portal
  const session = await aStaffSession(portal)
  const { id: memberId } = await aMember(db)
  const { id: planId } = await aPlan(db)
  const period = { from: '2026-01-01', to: '2026-02-01' }
  const { id: subscriptionId } = await aSubscription(db, { memberId, planId, startedOn: period.from })
  const charge = await aCharge(db, { memberId, subscriptionId, period, amountCents: 5000 })
  const body = { amountCents: 5000, method: 'cash', paidOn: '2026-01-05', idempotencyKey: `dues-${memberId}` }
  const askAgain = (now: string) =>
    staffCall(now, { method: 'POST', path: `/api/admin/members/${memberId}/payments/`, session, body })
  return {
    ask: () => askAgain(url),
    askAgain,
    check: async () => {
      const paid = db.selectFrom('charges').select(['state', 'paid_cents']).where('id', '=', charge.id)
      expect(await paid.execute()).toEqual([{ state: 'paid', paid_cents: 5000 }])
      const payments = db.selectFrom('payments').select('amount_cents').where('member_id', '=', memberId)
      expect(await payments.execute()).toEqual([{ amount_cents: 5000 }])
      expect((await eventsAbout(portal, memberId)).filter((event) => event === 'billing.paid')).toHaveLength(1)
    },
  }
}

const grant = async ({ portal, door }: FaultyScene, url: string): Promise<FaultyAct> => {
  const session = await aStaffSession(portal)
  const card = nextCard()
  const { id } = await aMember(portal.db, { cards: [card] })
  const path = `/api/access/doors/${door.id}/authorise/${id}/`
  const askAgain = (now: string) => staffCall(now, { method: 'PUT', path, session })
  return {
    ask: () => askAgain(url),
    askAgain,
    check: async () => {
      expect(await eventsAbout(portal, id)).toEqual(['door.granted'])
      const granted = await portal.db
        .selectFrom('grants as g')
        .innerJoin('cards as c', 'c.member_id', 'g.member_id')
        .select('c.number')
        .where('g.device_id', '=', door.id)
        .execute()
      const wanted = granted.map(({ number }) => number).toSorted()
      expect(wanted).toContain(card)
      await expect.poll(() => door.list().toSorted()).toEqual(wanted)
    },
  }
}

/**
 * What a portal does that must never be lost or done twice. `table`: its transaction writes there. `takesTurns`: two of them
 * never wait at a statement at once.
 */
export const faultyActs = [
  { name: 'a sale', prepare: sell, table: 'purchases', takesTurns: false },
  { name: 'the start of a machine', prepare: startUse, table: 'interlock_sessions', takesTurns: false },
  { name: 'the end of its use', prepare: endUse, table: 'interlock_sessions', takesTurns: false },
  { name: 'a booking', prepare: book, table: 'ledger_entries', takesTurns: false },
  { name: 'a payment of dues', prepare: payDues, table: 'payments', takesTurns: false },
  { name: 'a grant', prepare: grant, table: 'grants', takesTurns: true },
] as const

/** Every balance is the sum of its entries, and every entry of a device belongs to one sale or use. */
export const checkBalances = async ({ db }: TestPortal): Promise<void> => {
  const sums = await db
    .selectFrom('ledger_entries')
    .select((is) => ['member_id', is.fn.sum<number>('amount_cents').as('sum')])
    .groupBy('member_id')
    .execute()
  const balances = await db.selectFrom('balances').select(['member_id', 'balance_cents']).execute()
  expect(new Map(balances.map((row) => [row.member_id, row.balance_cents]))).toEqual(
    new Map(sums.map((row) => [row.member_id, row.sum])),
  )
  const booked = await db.selectFrom('ledger_entries').select('id').where('source', '=', 'device').execute()
  const sales = await db.selectFrom('purchases').select('ledger_entry_id').execute()
  const uses = await db
    .selectFrom('interlock_sessions')
    .select('ledger_entry_id')
    .where('ledger_entry_id', 'is not', null)
    .execute()
  const ofActs = [...sales, ...uses].map((row) => row.ledger_entry_id)
  expect(ofActs).toHaveLength(booked.length)
  expect(new Set(ofActs)).toEqual(new Set(booked.map(({ id }) => id)))
}
