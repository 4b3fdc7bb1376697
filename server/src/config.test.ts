import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Environment, loadSecretKey, readConfig } from './config.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8000,
    host: '0.0.0.0',
    databaseUrl: undefined,
    dataDir: join(process.cwd(), 'data'),
    siteUrl: undefined,
    secretKey: undefined,
    smtpUrl: undefined,
    logLevel: 'info',
    trustProxy: false,
    upgradeBackup: 'own',
  })
})

test('a variable that is set to nothing counts as not given', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', 'eight thousand'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/portal'],
  ['DATABASE_URL', 'localhost'],
  ['SITE_URL', 'portal.example.org'],
  ['SECRET_KEY', 'short'],
  ['SMTP_URL', 'mail.example.org:587'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'maybe'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('%s=%s is refused by name, and what is expected is said', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: expected `))
})

test('every wrong variable is named at once, and no value is repeated', () => {
  const read = () => readConfig({ PORT: 'x', SECRET_KEY: 'hunter2', LOG_LEVEL: 'loud' })
  expect(read).toThrow(/PORT[\s\S]*SECRET_KEY[\s\S]*LOG_LEVEL/)
  expect(read).not.toThrow('hunter2')
})

test.each([
  ['false', false],
  ['0', 0],
  ['2', 2],
  ['loopback', 'loopback'],
  ['10.0.0.0/8, ::1', '10.0.0.0/8,::1'],
])('TRUST_PROXY=%s is understood', (text, expected) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(expected)
})

test('TRUST_PROXY=true, with which visitors choose their own address, is refused and names what is safe', () => {
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
    /TRUST_PROXY: expected how many proxies .* such as 1, or their addresses, such as loopback or 10\.0\.0\.0\/8.*true would believe/,
  )
})

test.each([
  ['SECRET_KEY', 'k'.repeat(32)],
  ['DATABASE_URL', 'postgres://portal:secret@db/portal'],
  ['SMTP_URL', 'smtp://portal:secret@mail.example.org:587'],
])('%s can stand in a file, whose last line break counts for nothing', (name, value) => {
  const path = join(newFolder(), 'secret')
  writeFileSync(path, `${value}\r\n`)
  expect(readConfig({ [`${name}_FILE`]: path })).toEqual(readConfig({ [name]: value }))
})

test('a secret that is given directly wins over its file, which is then not read', () => {
  const SMTP_URL = 'smtp://mail.example.org'
  expect(readConfig({ SMTP_URL, SMTP_URL_FILE: '/nowhere' }).smtpUrl).toBe(SMTP_URL)
})

test('a file of a secret that cannot be read is named with its variable', () => {
  expect(() => readConfig({ SECRET_KEY_FILE: '/nowhere/key' })).toThrow(/^SECRET_KEY_FILE names \/nowhere\/key.*ENOENT/)
})

test('only secrets are read from files', () => {
  expect(readConfig({ PORT_FILE: '/nowhere' }).port).toBe(8000)
})

test('the site address loses its last slash', () => {
  expect(readConfig({ SITE_URL: 'https://portal.example.org/' }).siteUrl).toBe('https://portal.example.org')
})

test('every variable is described', () => {
  for (const [name, schema] of Object.entries(Environment.shape)) expect(schema.description, name).toBeTruthy()
})

test('a secret key is generated once, for its owner only', () => {
  const dataDir = join(newFolder(), 'data')
  const key = loadSecretKey({ secretKey: undefined, dataDir })
  expect(key).toHaveLength(32)
  expect(loadSecretKey({ secretKey: undefined, dataDir })).toEqual(key)
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o066).toBe(0)
})

test('a given secret key is used and nothing is written', () => {
  const dataDir = join(newFolder(), 'data')
  const { secretKey } = readConfig({ SECRET_KEY: 'k'.repeat(32) })
  expect(loadSecretKey({ secretKey, dataDir })).toHaveLength(32)
  expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
})
