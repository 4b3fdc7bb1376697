import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aPayer } from './payer.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const migration = new URL('../../migrations/0118_plain_addresses_of_others.sql', import.meta.url)

test('addresses of visitors, guardians and invitations stored before are plain, and of two that become one the first stays', async () => {
  const { subscriptionId } = await aPayer(portal)
  const { id: memberId } = await aMember(portal.db)
  const now = new Date()
  const invite = (email: string, role: 'adult' | 'child') =>
    portal.db
      .insertInto('household_invitations')
      .values({ subscription_id: subscriptionId, email, role, invited_at: now })
      .execute()
  await invite('kim@xn--mller-kva.example', 'adult')
  await invite('kim@müller.example', 'child')
  await invite('lee@example.org', 'adult')
  await sql`insert into visitors (code, name, email, expected_on, created_at)
    values ('222222222222', 'Vi', 'Vi@XN--FSQU00A.xn--4rr70v', '2026-03-02', ${now})`.execute(portal.db)
  await sql`insert into guardian_requests (member_id, guardian_name, guardian_email, token_hash, asked_at, expires_at)
    values (${memberId}, 'Gu', ${'Mu\u0308ller@xn--strae-oqa.example'}, '\\x01', ${now}, ${now})`.execute(portal.db)
  await portal.runAsOwner(await readFile(migration, 'utf8'))
  const invited = portal.db.selectFrom('household_invitations').select(['email', 'role']).orderBy('id')
  expect(await invited.execute()).toEqual([
    { email: 'kim@müller.example', role: 'adult' },
    { email: 'lee@example.org', role: 'adult' },
  ])
  const { rows } = await sql`select (select email from visitors) as visitor,
    (select guardian_email from guardian_requests) as guardian`.execute(portal.db)
  expect(rows).toEqual([{ visitor: 'vi@例子.广告', guardian: 'müller@straße.example' }])
})
