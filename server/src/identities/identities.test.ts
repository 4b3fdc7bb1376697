import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'

let portal: TestPortal
let now = new Date('2026-03-01T10:00:00.000Z')
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

const aCode = async (facts: MemberFacts = {}) => {
  const { id } = await aMember(portal.db, { firstName: 'Una', lastName: 'Reid', ...facts })
  return { id, code: await (await portal.as(id)).identities.issue() }
}
const verify = async (token: string) => (await portal.as(null)).identities.verify({ token })

test('a member gets a code that works for ten minutes, with the address of the page that checks it', async () => {
  const { code } = await aCode()
  expect(code).toEqual({
    success: true,
    token: expect.stringMatching(/^[\w-]{39}$/),
    issuedAt: '2026-03-01T10:00:00.000Z',
    expiresAt: '2026-03-01T10:10:00.000Z',
    url: `http://localhost:8000/verify/${code.token}`,
  })
})

test('a stranger who checks a code hears name, standing and age, and nothing more', async () => {
  const { code } = await aCode()
  expect(await verify(code.token)).toEqual({
    verdict: 'valid',
    name: 'Una Reid',
    standing: 'active',
    issuedAt: '2026-03-01T10:00:00.000Z',
    checkedAt: '2026-03-01T10:00:00.000Z',
  })
})

test.each<[string, MemberFacts, string]>([
  ['somebody new', { state: 'noob' }, 'noob'],
  ['somebody who has not paid', { state: 'inactive' }, 'inactive'],
  ['an account without membership', { state: 'accountonly' }, 'accountonly'],
  ['somebody suspended', { suspension: 'The kiln.' }, 'suspended'],
])('%s is genuine but not valid, without the reason', async (_, facts, standing) => {
  const { code } = await aCode(facts)
  const answer = await verify(code.token)
  expect(answer).toMatchObject({ verdict: 'notActive', name: 'Una Reid', standing })
  expect(JSON.stringify(answer)).not.toContain('kiln')
})

test('a suspension counts for codes that were made before it', async () => {
  const { id, code } = await aCode()
  const suspension = { suspended_at: now, suspension_reason: 'x' }
  await portal.db.updateTable('members').set(suspension).where('id', '=', id).execute()
  expect(await verify(code.token)).toMatchObject({ verdict: 'notActive', standing: 'suspended' })
})

test('a code that has run out says so and no longer whose it was', async () => {
  const { code } = await aCode()
  const before = now
  now = new Date(now.getTime() + 600_000)
  const answer = await verify(code.token)
  now = before
  expect(answer).toMatchObject({ verdict: 'expired', name: null, standing: null, issuedAt: before.toISOString() })
})

test('a code of somebody who is gone is known as such, and a forged one names nobody', async () => {
  const { id, code } = await aCode()
  await portal.db.deleteFrom('sessions').where('member_id', '=', id).execute()
  await portal.db.deleteFrom('members').where('id', '=', id).execute()
  expect(await verify(code.token)).toMatchObject({ verdict: 'unknown', name: null })
  expect(await verify('not-a-code')).toMatchObject({ verdict: 'forged', name: null, issuedAt: null })
})

test('an empty code and one that is far too long are refused with the name of the field', async () => {
  for (const token of ['', 'x'.repeat(201)]) {
    await expect(verify(token)).rejects.toMatchObject({ status: 400, body: { fields: [{ field: 'token' }] } })
  }
})

test('guessing codes is slowed down', async () => {
  const strict = await startTestPortal({ limits: { credentials: 3 } })
  try {
    const stranger = await strict.as(null)
    for (let guess = 0; guess < 3; guess++) await stranger.identities.verify({ token: 'guess' })
    await expect(stranger.identities.verify({ token: 'guess' })).rejects.toMatchObject({ code: 'tooManyRequests' })
  } finally {
    await strict.close()
  }
})
