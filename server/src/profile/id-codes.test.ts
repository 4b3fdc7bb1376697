import { createHmac } from 'node:crypto'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { type MemberFacts, aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { sealCode, readCode } from './id-codes.ts'

let portal: TestPortal

let now = new Date('2026-03-01T10:00:00.000Z')

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})

afterAll(() => portal.close())

const aCode = async (facts: MemberFacts = {}) => {
  const { id } = await aMember(portal.db, { firstName: 'Una', lastName: 'Reid', ...facts })
  return { id, code: await (await portal.as(id)).profile.createIdCode() }
}

const verify = async (token: string) => (await portal.as(null)).profile.verifyIdCode({ token })

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
    isPass: false,
    issuedAt: '2026-03-01T10:00:00.000Z',
    checkedAt: '2026-03-01T10:00:00.000Z',
  })
})

test.each<[string, MemberFacts, string]>([
  ['a new member', { state: 'noob' }, 'noob'],
  ['a member who has not paid', { state: 'inactive' }, 'inactive'],
  ['an account without membership', { state: 'accountonly' }, 'accountonly'],
  ['a suspended member', { suspension: 'The kiln.' }, 'suspended'],
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

test('a code of a closed account is known as such, and a forged one gives no name', async () => {
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
    for (let guess = 0; guess < 3; guess++) await stranger.profile.verifyIdCode({ token: 'guess' })
    await expect(stranger.profile.verifyIdCode({ token: 'guess' })).rejects.toMatchObject({ code: 'tooManyRequests' })
  } finally {
    await strict.close()
  }
})

const key = Buffer.alloc(32, 1)

const made = new Date('2026-03-01T10:00:00.900Z')

const after = (seconds: number) => new Date(made.getTime() + seconds * 1000)

const { token } = sealCode(key, { memberId: 4127, now: made })

test.each([
  ['at once', 0, 'genuine'],
  ['after nine minutes', 540, 'genuine'],
  ['just before ten minutes', 598, 'genuine'],
  ['after ten minutes', 600, 'expired'],
  ['after a year', 31_536_000, 'expired'],
  ['on a clock that is half a minute behind', -30, 'genuine'],
  ['on a clock that is two minutes behind', -120, 'forged'],
])('a code read %s', (_, seconds, kind) => {
  expect(readCode(key, { token, now: after(seconds) }).kind).toBe(kind)
})

test('a code says whose it is, when it was made and until when it works', () => {
  expect(readCode(key, { token, now: made })).toEqual({
    kind: 'genuine',
    facts: {
      memberId: 4127,
      issuedAt: new Date('2026-03-01T10:00:00.000Z'),
      expiresAt: new Date('2026-03-01T10:10:00.000Z'),
    },
  })
  expect(token).toMatch(/^[\w-]{39}$/)
})

test('a code signed with another key is forged', () => {
  expect(readCode(Buffer.alloc(32, 2), { token, now: made })).toEqual({ kind: 'forged' })
})

test('a code in which any byte was changed is forged', () => {
  const bytes = Buffer.from(token, 'base64url')
  for (let position = 0; position < bytes.length; position++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    const read = readCode(key, { token: changed.toString('base64url'), now: made })
    expect(read, `byte ${position}`).toEqual({ kind: 'forged' })
  }
})

test.each(['', 'a', token.slice(1), `${token}A`, `${token}=`, ` ${token}`, 'é'.repeat(39)])(
  'what is no code is forged: "%s"',
  (text) => {
    expect(readCode(key, { token: text, now: made })).toEqual({ kind: 'forged' })
  },
)

const signed = (facts: Buffer) =>
  Buffer.concat([facts, createHmac('sha256', key).update(facts).digest().subarray(0, 16)]).toString('base64url')

test.each([
  ['of another version', 2, 600],
  ['that would live longer than ten minutes', 1, 601],
])('a code %s is forged although its signature is right', (_, version, lifetime) => {
  const issued = Math.floor(made.getTime() / 1000)
  const facts = Buffer.alloc(13)
  facts.writeUInt8(version, 0)
  facts.writeUInt32BE(1, 1)
  facts.writeUInt32BE(issued, 5)
  facts.writeUInt32BE(issued + lifetime, 9)
  expect(readCode(key, { token: signed(facts), now: made })).toEqual({ kind: 'forged' })
})
