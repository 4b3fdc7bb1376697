import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { derive, pseudonym } from './derive.ts'
import { decrypt, encrypt } from './encryption.ts'
import { hashToken, isSameSecret, newToken } from './tokens.ts'

const key = randomBytes(32)

test('a token carries 256 bits, fits into an address and never comes twice', () => {
  const tokens = Array.from({ length: 50 }, newToken)
  expect(new Set(tokens).size).toBe(50)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(hashToken('a')).toHaveLength(32)
})

test('secrets are compared whole, whatever their lengths', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true)
  expect(isSameSecret('abc', 'abcd')).toBe(false)
  expect(isSameSecret('abc', '')).toBe(false)
})

test('what was encrypted comes back, and never looks the same twice', () => {
  const text = 'ein Schlüssel 🔑'
  expect(decrypt(key, encrypt(key, text))).toBe(text)
  expect(decrypt(key, encrypt(key, ''))).toBe('')
  expect(encrypt(key, text)).not.toBe(encrypt(key, text))
})

test('another key, a changed byte or anything else is refused', () => {
  const sealed = encrypt(key, 'secret')
  expect(() => decrypt(randomBytes(32), sealed)).toThrow('unable to authenticate')
  const [prefix, body = ''] = sealed.split('.')
  for (const position of [0, 11, 12, 27, 28, 33]) {
    const bytes = Buffer.from(body, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
    expect(() => decrypt(key, `${prefix}.${bytes.toString('base64url')}`)).toThrow('unable to authenticate')
  }
  for (const bad of ['v1.', 'v1.AAAA', '', 'secret', sealed.slice(3), `v2.${body}`]) {
    expect(() => decrypt(key, bad)).toThrow('not an encrypted text')
  }
})

test('every purpose has a key of its own', () => {
  expect(derive(key, 'a')).toEqual(derive(key, 'a'))
  expect(derive(key, 'a')).not.toEqual(derive(key, 'b'))
  expect(derive(key, 'a')).not.toEqual(derive(randomBytes(32), 'a'))
  expect(pseudonym(key, 'ada@example.com')).not.toMatch(/ada@|example/)
})
