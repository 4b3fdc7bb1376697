import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { announceKeyEnds } from './key-ends.ts'

const day = 86_400_000
let portal: TestPortal
let smtp: TestSmtpServer
let now = new Date()
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url, now: () => now })
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const inDays = (days: number) => new Date(now.getTime() + days * day).toISOString()

const aStaffMember = async (facts: Parameters<typeof aMember>[1]) => {
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Okafor', ...facts })
  return { id, api: await portal.as(id) }
}

/** As every morning. */
const announce = async () => {
  await announceKeyEnds(portal.ctx)
  await portal.runJobs()
}

type Call = { method?: 'GET' | 'POST' | 'PUT'; payload?: object }

const call = async (key: string, url: string, { method = 'GET', payload }: Call = {}) => {
  const headers = { authorization: `Api-Key ${key}` }
  const answer = await portal.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

test('a script reads with its key, is told which scope it lacks, and stops when the key is revoked', async () => {
  const { api } = await aStaffMember({ permissions: ['members'] })
  const wanted = { name: 'Nightly report', scopes: ['members:read' as const], expiresAt: inDays(30) } // narrows the scope
  const { keyId, key } = await api.apiKeys.createScriptKey(wanted)
  expect((await call(key, '/api/admin/members/')).status).toBe(200)
  const refused = await call(key, '/api/admin/storage/')
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'notAllowed', detail: expect.stringContaining('space:read') },
  })
  expect((await call(key, '/api/profile/')).body.detail).toContain('own:read')
  expect((await call(key, '/api/profile/sessions/')).body.detail).toBe(
    'API keys can’t be used for this. People handle how they log in and where.',
  )
  const { keys, offered } = await api.apiKeys.listScriptKeys()
  expect(keys).toMatchObject([
    { id: keyId, name: 'Nightly report', scopes: ['members:read'], lastUsedAt: expect.any(String), endsSoon: false },
  ])
  expect(JSON.stringify(keys)).not.toContain(key.slice(9))
  expect(offered).toContain('members:write')
  expect(offered).toContain('own:write')
  expect(offered).not.toContain('money:write')
  expect(offered).not.toContain('settings:read')
  await api.apiKeys.revokeScriptKey({ keyId })
  await api.apiKeys.revokeScriptKey({ keyId })
  expect((await call(key, '/api/admin/members/')).status).toBe(401)
})

test('a key for its owner’s own account reads and changes it, without the rights of staff', async () => {
  const { id, api } = await aStaffMember({ permissions: ['members'] })
  const scopes = ['own:read' as const, 'own:write' as const] // narrows the scopes
  const { key } = await api.apiKeys.createScriptKey({ name: 'Home automation', scopes, expiresAt: inDays(30) })
  const profile = await call(key, '/api/profile/')
  expect(profile).toMatchObject({ status: 200, body: { id, staffPermissions: [], admin: false } })
  const update = { method: 'PUT' as const, payload: { screenName: 'ada9' } } // the literal is wanted
  expect((await call(key, '/api/profile/', update)).status).toBe(200)
  expect((await call(key, '/api/profile/')).body.screenName).toBe('ada9')
  expect((await call(key, '/api/admin/members/')).body.detail).toContain('members:read')
  expect((await api.apiKeys.listScriptKeys()).keys[0]?.scopes).toEqual(scopes)
})

test('what a key writes is audited with the key, and needs no cookie', async () => {
  const { id, api } = await aStaffMember({ permissions: ['members'] })
  const { id: memberId } = await aMember(portal.db)
  const { keyId, key } = await api.apiKeys.createScriptKey({
    name: 'Import',
    scopes: ['members:write'],
    expiresAt: inDays(1),
  })
  const answer = await call(key, `/api/admin/members/${memberId}/suspend/`, {
    method: 'POST',
    payload: { reason: 'Unpaid.' },
  })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'actor_id'])
    .where('subject_id', '=', memberId)
    .execute()
  expect(answer.status).toBe(200)
  expect(events).toContainEqual({ event: 'member.suspend', actor_kind: 'apiKey', actor_id: keyId })
  expect(events.filter(({ actor_kind: kind, actor_id: by }) => kind === 'member' && by === id)).toEqual([])
})

test('a key of an administrator is no administrator: it changes neither roles nor other staff', async () => {
  const { api } = await aStaffMember({ isAdmin: true })
  const other = await aMember(portal.db, { isAdmin: true })
  const { key } = await api.apiKeys.createScriptKey({
    name: 'All',
    scopes: ['members:read', 'members:write', 'admin:read', 'admin:write', 'settings:write'],
    expiresAt: inDays(1),
  })
  const suspend = { method: 'POST' as const, payload: { reason: 'x' } } // the literal is wanted
  const suspended = await call(key, `/api/admin/members/${other.id}/suspend/`, suspend)
  expect(suspended.body.code).toBe('outranked')
  const roles = { method: 'PUT' as const, payload: { grant: ['members'], revoke: [] } } // the literal is wanted
  expect((await call(key, `/api/admin/members/${other.id}/permissions/`, roles)).status).toBe(403)
  const secret = await call(key, '/api/admin/settings/STRIPE_SECRET_KEY/', { method: 'PUT', payload: { value: 'x' } })
  expect([403, 404]).toContain(secret.status)
  expect((await call(key, '/api/admin/audit/')).status).toBe(200)
})

test('a key ends with the rights it stands on, at once, and works again with them', async () => {
  const admin = await aStaffMember({ isAdmin: true })
  const { id: memberId, api } = await aStaffMember({ permissions: ['members'] })
  const { key } = await api.apiKeys.createScriptKey({ name: 'R', scopes: ['members:read'], expiresAt: inDays(1) })
  const works = async () => (await call(key, '/api/admin/members/')).status
  expect(await works()).toBe(200)
  await admin.api.members.updatePermissions({ memberId, grant: ['access'], revoke: ['members'] })
  expect(await works()).toBe(403)
  await admin.api.members.updatePermissions({ memberId, grant: [], revoke: ['access'] })
  expect(await works()).toBe(401)
  const found = (await admin.api.apiKeys.listScriptKeys()).keys.find(({ owner }) => owner.id === memberId)
  expect(found?.owner.lapse).toBe('noPermission')
  expect((await admin.api.apiKeys.listHeld({ memberId })).keys[0]?.owner?.lapse).toBe('noPermission')
  await admin.api.members.updatePermissions({ memberId, grant: ['members'], revoke: [] })
  expect(await works()).toBe(200)
})

test('staff see and end their own keys only, administrators all; keys make no keys', async () => {
  const [one, two, admin] = [
    await aStaffMember({ permissions: ['money'] }),
    await aStaffMember({ permissions: ['devices'] }),
    await aStaffMember({ isAdmin: true }),
  ]
  const { keyId, key } = await one.api.apiKeys.createScriptKey({
    name: 'Books',
    scopes: ['money:read', 'money:write'],
    expiresAt: inDays(1),
  })
  expect((await two.api.apiKeys.listScriptKeys()).keys).toEqual([])
  await expect(two.api.apiKeys.revokeScriptKey({ keyId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(two.api.apiKeys.revoke({ keyId })).rejects.toMatchObject({ code: 'notFound' })
  await expect(two.api.apiKeys.give({ keyId, memberId: two.id })).rejects.toMatchObject({ code: 'notFound' })
  expect((await two.api.apiKeys.list()).keys.map(({ id }) => id)).not.toContain(keyId)
  expect((await call(key, '/api/admin/script-keys/')).status).toBe(403)
  expect((await admin.api.apiKeys.listScriptKeys()).keys.map(({ id }) => id)).toContain(keyId)
  await admin.api.apiKeys.revokeScriptKey({ keyId })
  expect((await call(key, '/api/admin/tiers/')).status).toBe(401)
})

test('the switch for commands by key is for scripts, too', async () => {
  const { api } = await aStaffMember({ permissions: ['devices'] })
  const door = await aDoor(portal.db)
  const { key } = await api.apiKeys.createScriptKey({ name: 'D', scopes: ['devices:write'], expiresAt: inDays(1) })
  const bump = () => call(key, `/api/access/doors/${door.id}/bump/`, { method: 'POST' })
  expect((await bump()).body.code).toBe('deviceOffline')
  await changeSetting(portal.ctx, { key: 'ENABLE_DOOR_BUMP_API', value: false })
  expect((await bump()).body.code).toBe('bumpApiOff')
  await changeSetting(portal.ctx, { key: 'ENABLE_DOOR_BUMP_API', value: true })
})

test.each([
  ['name', { name: ' ' }],
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['money:read' as const] }], // narrows the scope
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['expiresAt', { expiresAt: '2099-01-01T00:00:00Z' }],
])('a wrong %s is refused at its field: %j', async (field, wrong) => {
  const { api } = await aStaffMember({ permissions: ['meetings'] })
  const wanted = { name: 'M', scopes: ['meetings:read' as const], expiresAt: inDays(1) } // narrows the scope
  await expect(api.apiKeys.createScriptKey({ ...wanted, ...wrong })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field }] },
  })
})

test('an owner is emailed once, a week before a key ends, and then it ends', async () => {
  const { id, api } = await aStaffMember({ permissions: ['members'] })
  const { key } = await api.apiKeys.createScriptKey({
    name: 'Soon over',
    scopes: ['members:read'],
    expiresAt: inDays(9),
  })
  const { email } = await portal.db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const start = now
  const mails = () => smtp.mails.filter(({ subject }) => subject === 'The API key “Soon over” ends soon').length
  await announce()
  expect(mails()).toBe(0)
  now = new Date(start.getTime() + 3 * day)
  await announce()
  await announce()
  expect(mails()).toBe(1)
  expect(email).toBeTruthy()
  expect((await (await portal.as(id)).apiKeys.listScriptKeys()).keys).toMatchObject([
    { endsSoon: true, isExpired: false },
  ])
  now = new Date(start.getTime() + 10 * day)
  expect((await call(key, '/api/admin/members/')).status).toBe(401)
  now = start
})
