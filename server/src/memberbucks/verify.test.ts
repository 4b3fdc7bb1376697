import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { anEntry } from './factory.ts'
import { verifyLedger } from './verify.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** What no account of the portal can do: rows changed past the rules of the database. */
const tamper = (statement: string) =>
  portal.runAsOwner(`
    alter table ledger_entries disable trigger user; alter table balances disable trigger user;
    ${statement};
    alter table ledger_entries enable trigger user; alter table balances enable trigger user`)

const aSaver = async () => {
  const { id: memberId } = await aMember(portal.db)
  const first = await anEntry(portal.db, { memberId, amountCents: 1000 })
  const second = await anEntry(portal.db, { memberId, amountCents: -250, type: 'web' })
  return { memberId, first, second }
}

test('the ledger is in order when every entry and balance adds up, and each kind of fault is found', async () => {
  expect(await verifyLedger(portal.services)).toEqual({ entries: 0, members: 0, sumCents: 0, fault: null })
  const [one, other] = [await aSaver(), await aSaver()]
  expect(await verifyLedger(portal.services)).toEqual({ entries: 4, members: 2, sumCents: 1500, fault: null })

  const faultAfter = async (wrong: string, right: string) => {
    await tamper(wrong)
    const { fault } = await verifyLedger(portal.services)
    await tamper(right)
    return fault
  }
  const amount = (cents: number) => `update ledger_entries set amount_cents = ${cents} where id = ${one.second.id}`
  expect(await faultAfter(amount(-260), amount(-250))).toEqual({
    what: 'running balance',
    memberId: one.memberId,
    entryId: one.second.id,
    expected: 740,
    found: 750,
  })
  const held = (cents: number) => `update balances set balance_cents = ${cents} where member_id = ${other.memberId}`
  expect(await faultAfter(held(751), held(750))).toEqual({
    what: 'balance',
    memberId: other.memberId,
    entryId: null,
    expected: 750,
    found: 751,
  })
  const { id: memberId } = await aMember(portal.db)
  const alone = await faultAfter(
    `insert into balances (member_id, balance_cents) values (${memberId}, 5)`,
    `delete from balances where member_id = ${memberId}`,
  )
  expect(alone).toMatchObject({ what: 'balance', memberId, expected: 0, found: 5 })
})

test('a reversal mirrors the amount and the account of what it puts right', async () => {
  const { memberId, second } = await aSaver()
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { entryId } = await staff.memberbucks.reverse({ memberId, entryId: second.id, reason: 'Wrong' })
  expect((await verifyLedger(portal.services)).fault).toBeNull()
  const rows = await portal.db
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'contra_account'])
    .where('id', '=', entryId)
    .execute()
  expect(rows).toEqual([{ amount_cents: 250, contra_account: 'vendingIncome' }])
  await tamper(`update ledger_entries set contra_account = 'cash' where id = ${entryId}`)
  expect((await verifyLedger(portal.services)).fault).toMatchObject({
    what: 'reversed account',
    entryId,
    found: 'cash',
  })
  await tamper(`update ledger_entries set contra_account = 'vendingIncome' where id = ${entryId}`)
})

/** A row each: cents, type, device, what it reverses, and the account it gets. */
const former = [
  [5000, 'stripe', null, null, 'cardClearing'],
  [100, 'bank', null, null, 'bank'],
  [100, 'cash', null, null, 'cash'],
  [-100, 'interlock', 1, null, 'machineIncome'],
  [-100, 'card', 2, null, 'vendingIncome'],
  [100, 'card', 2, null, 'cash'],
  [100, 'other', 1, 4, 'machineIncome'],
  [-7, 'other', null, null, 'correction'],
  [-100, 'other', 2, 6, 'cash'],
  [-3, 'web', null, null, 'vendingIncome'],
] as const

const formerRows = former.map(
  ([cents, type, device, reverses]) => `(1, now(), ${cents}, '${type}', 'system', 'system', ${device}, ${reverses})`,
)

test('entries of before get the account their kind, device and reversal say, and stay append-only', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const before = mkdtempSync(join(tmpdir(), 'spacekeeper-contra-'))
  onTestFinished(() => rmSync(before, { recursive: true, force: true }))
  const all = join(import.meta.dirname, '../../migrations')
  for (const name of readdirSync(all).filter((file) => file < '0051')) copyFileSync(join(all, name), join(before, name))
  const log = pino({ level: 'silent' })
  await migrate({ connectionString, folder: before, log })
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`
    insert into members (email, first_name, last_name, screen_name, registered_at) values ('a@b.org', 'A', 'B', 'a', now());
    insert into devices (kind, name, added_at) values ('interlock', 'Saw', now()), ('memberbucks', 'Fridge', now());
    insert into ledger_entries (member_id, at, amount_cents, type, source, actor_kind, device_id, reverses_id)
      values ${formerRows.join(', ')}`)
  await migrate({ connectionString, log })
  const { rows } = await client.query<{ account: string }>(
    'select contra_account as account from ledger_entries order by id',
  )
  const refused = await client.query('update ledger_entries set amount_cents = 1').catch(String)
  await client.end()
  expect(rows.map(({ account }) => account)).toEqual(former.map(([, , , , account]) => account))
  expect(refused).toContain('append-only')
})
