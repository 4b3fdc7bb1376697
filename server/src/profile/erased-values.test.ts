import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { insertGuardianRequest, writeGuardianLink } from '../agreements/guardians.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { domains } from '../domains.ts'
import { aPhoto } from '../issues/report-scene.testing.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { queueSms } from '../messages/outbox.ts'
import { aKeyHolder } from '../openings/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

const dayMs = 24 * 60 * 60 * 1000
const password = 'correct horse battery'
/** Long enough ago for everything that is kept for years. The database's own rule for the audit asks the real clock. */
const start = new Date(Date.now() - 1300 * dayMs)
let now = start
let smtp: TestSmtpServer
let portal: TestPortal

/** Values that name a member or a visitor, or were written to one, by what they are. */
const odd = {
  'first name': 'Kimberlyq',
  'last name': 'Zzyzxova',
  address: 'kimq@zzyzx.example',
  'wanted address': 'kimq-next@zzyzx.example',
  'phone number': '400123987',
  'words of staff': 'quagmireletter',
  'reason of staff': 'quincereason',
  note: 'quokkanote',
  'account name': 'Quellmalz',
  guardian: 'Gwendolynq',
  "guardian's address": 'gwenq@guardian.example',
  visitor: 'Robinq Qqvisitor',
  "visitor's address": 'robinq@visitor.example',
  'IP address': '203.0.113.77',
}

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
  const set = (key: Parameters<typeof changeSetting>[1]['key'], value: unknown) =>
    changeSetting(portal.ctx, { key, value })
  await set('EMAIL_ADMIN', 'desk@example.org')
  for (const key of ['ENABLE_OPENINGS', 'ENABLE_VISITORS', 'REPORT_ISSUE_ENABLE_EMAIL'] as const) await set(key, true)
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

/** Every column of every table, the queue's too, that holds one of the words, as `table.column: what`. */
const findLeft = async (): Promise<string[]> => {
  const { rows: found } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'inet', 'USER-DEFINED')`.execute(
    portal.db,
  )
  const left: string[] = []
  for (const { schema, table, column } of found) {
    const text = sql`lower(${sql.ref(column)}::text)`
    for (const [what, word] of Object.entries(odd)) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(`${schema}.${table}`)}
        where position(${word.toLowerCase()} in ${text}) > 0`.execute(portal.db)
      if ((rows[0]?.n ?? 0) > 0) left.push(`${table}.${column}: ${what}`)
    }
  }
  return left.toSorted()
}

/** The night after this many days. */
const passDays = async (days: number) => {
  now = new Date(start.getTime() + days * dayMs)
  await cleanUp(
    portal.ctx,
    domains.flatMap(({ retentions = [] }) => retentions),
  )
  return findLeft()
}

type ErasureScene = { kim: { id: number }; own: TestClient; boss: TestClient }

const openScene = async (): Promise<ErasureScene> => {
  const { db } = portal
  const boss = await portal.as((await aMember(db, { isAdmin: true, firstName: 'Boss', lastName: 'Bold' })).id)
  const kim = await anAccount(db, {
    password,
    email: odd.address,
    firstName: odd['first name'],
    lastName: odd['last name'],
    phone: `+61${odd['phone number']}`,
    permissions: ['devices'],
    registeredAt: start,
  })
  return { kim, own: await portal.as(kim.id), boss }
}

const useAsMember = async ({ kim, own, boss }: ErasureScene) => {
  // Logins, the second one from a device that is new.
  await openBrowser(portal.app, '198.51.100.3').logIn(odd.address, password)
  await openBrowser(portal.app, odd['IP address']).logIn(odd.address, password)
  // Reports, as a reporter with a photo and as the one who looks after one.
  const { pictureId } = await own.issues.uploadPhoto({ file: await aPhoto() })
  await own.issues.report({ title: 'Lamp is dark', description: 'Above the bench', pictureIds: [pictureId] })
  const { issues } = await boss.issues.listReports({ which: 'all' })
  await boss.issues.changeReport({ issueId: issues[0]?.id ?? 0, ownerId: kim.id })
  // Openings with a note.
  await aKeyHolder(portal.db, kim.id)
  await own.openings.announce({
    day: new Date(now.getTime() + 2 * dayMs).toISOString().slice(0, 10),
    from: '18:00',
    until: '21:00',
    note: odd.note,
  })
  // Visitors.
  await own.visitors.expect({
    name: odd.visitor,
    email: odd["visitor's address"],
    expectedOn: new Date(now.getTime() + dayMs).toISOString().slice(0, 10),
  })
  await own.profile.requestEmailChange({ email: odd['wanted address'], password })
}

const writeAbout = async ({ kim, boss }: ErasureScene) => {
  // A guardian who is asked.
  const guardian = { name: odd.guardian, email: odd["guardian's address"] }
  const link = await writeGuardianLink(portal.ctx, { memberId: kim.id, guardian })
  await record(portal.ctx, async (work) => ({
    result: await insertGuardianRequest(work, { memberId: kim.id, guardian, link }),
  }))
  // Words of staff: a text message, and a reason.
  await record(portal.ctx, async (work) => ({
    result: await queueSms(work, {
      sms: { memberId: kim.id, kind: 'staff', text: `${odd['first name']}, ${odd['words of staff']}` },
    }),
  }))
  await boss.members.suspend({ memberId: kim.id, reason: odd['reason of staff'] })
  await boss.members.liftSuspension({ memberId: kim.id, reason: odd['reason of staff'] })
  // A balance that is asked back, and never decided.
  await anEntry(portal.db, { memberId: kim.id, amountCents: 900 })
  await portal.db
    .insertInto('balance_refunds')
    .values({
      member_id: kim.id,
      amount_cents: 900,
      account_name: odd['account name'],
      sealed_account: 'sealed',
      account_end: '3000',
      asked_at: now,
    })
    .execute()
}

/** Uses what leaves names, addresses and words behind, each once, and closes the account. */
const useEverything = async () => {
  const scene = await openScene()
  await useAsMember(scene)
  await writeAbout(scene)
  await portal.runJobs()
  await (await portal.as(scene.kim.id)).profile.closeAccount({ password, confirmation: 'Close my account' })
  await portal.runJobs()
}

/** Declared to be left for longer, by how long: see `docs/guide/keeping-data.md`. */
const leftForMonths = [
  'audit_events.data: IP address',
  'audit_events.data: address',
  'audit_events.data: reason of staff',
  'audit_events.data: wanted address',
  "guardian_requests.guardian_email: guardian's address",
  'guardian_requests.guardian_name: guardian',
]
const leftForYears = ['balance_refunds.account_name: account name']

test('of a closed account only what is declared is left, by value: after a month, four months and four years', async () => {
  await useEverything()
  const month = await passDays(32)
  expect(month.filter((one) => ![...leftForMonths, ...leftForYears].includes(one))).toEqual([])
  expect((await passDays(125)).filter((one) => !leftForYears.includes(one))).toEqual([])
  expect(await passDays(1290)).toEqual([])
})
