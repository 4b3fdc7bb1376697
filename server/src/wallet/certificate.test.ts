import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPassCertificate } from '#platform/wallet/pass-certificate.ts'
import { readServiceAccount } from '#platform/wallet/service-account.ts'
import { aPassCertificate, anAuthority, joined } from './certificates.testing.ts'

const now = new Date('2026-03-01T10:00:00Z')

const authority = anAuthority()
const good = aPassCertificate({ authority })
const other = aPassCertificate({ authority })
const old = aPassCertificate({ authority, validTo: new Date('2026-02-28T00:00:00Z') })
const ofApp = aPassCertificate({ authority, passTypeId: 'org.example.app' })
const stranger = anAuthority('G1')

test('certificate, key and intermediate are found in any order, with the Pass Type ID and the team', () => {
  const text = `Bag Attributes\n  friendlyName: x\n${good.issuer}${good.key}\r\n${good.certificate}`
  expect(readPassCertificate(text, now)).toMatchObject({
    isGood: true,
    found: { passTypeId: 'pass.org.example.member', teamId: 'A1B2C3D4E5', validTo: new Date('2035-01-01T00:00:00Z') },
  })
})

test('a field that took the line breaks away does no harm', () => {
  expect(readPassCertificate(joined(good).replaceAll(/[\r\n]/g, ' '), now).isGood).toBe(true)
})

const lockedKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
}).privateKey

test.each([
  ['nothing of it', 'hello', /no certificate/],
  [
    'a certificate that is cut off',
    joined({ ...good, certificate: good.certificate.replace(/.{200}\n-----END/s, '\n-----END') }),
    /damaged/,
  ],
  ['the certificate of an app', joined(ofApp), /isn’t the certificate of a Pass Type ID/],
  ['no key', good.certificate + good.issuer, /private key is missing/],
  ['two keys', joined(good) + other.key, /several private keys/],
  ['a key with a password', good.certificate + good.issuer + lockedKey, /has a password/],
  ['the key of another certificate', joined({ ...good, key: other.key }), /belongs to another certificate/],
  ['no intermediate', good.certificate + good.key, /intermediate certificate is missing.*signed by G4/],
  [
    'the intermediate of another line',
    good.certificate + good.key + aPassCertificate({ authority: stranger }).issuer,
    /intermediate/,
  ],
  ['a certificate that has run out', joined(old), /ran out on 2026-02-28/],
])('%s is refused with what to do', (_, text, problem) => {
  expect(readPassCertificate(text, now)).toMatchObject({ isGood: false, problem: expect.stringMatching(problem) })
})

test.each([
  ['no JSON', 'hello', /key file of a service account/],
  ['the file of another kind of login', '{"installed":{"client_id":"x"}}', /key file of a service account/],
  [
    'a key that is cut off',
    JSON.stringify({
      type: 'service_account',
      client_email: 'a@b.example',
      private_key: '-----BEGIN PRIVATE KEY-----',
    }),
    /damaged/,
  ],
])('%s is no service account', (_, text, problem) => {
  expect(readServiceAccount(text)).toEqual({ problem: expect.stringMatching(problem) })
})
