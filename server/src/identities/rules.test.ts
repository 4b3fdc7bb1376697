import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode, sealCode } from './rules.ts'

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
