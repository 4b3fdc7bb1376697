import { beforeAll, afterAll, test, expect } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { createDeviceKey } from '../devices/keys.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { createDevice } from '../devices/registration.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { describeEntry } from './entry-words.ts'

let portal: TestPortal

let staff: TestClient

let staffId: number

beforeAll(async () => {
  portal = await startTestPortal()
  staffId = (await aMember(portal.db, { isAdmin: true })).id
  staff = await portal.as(staffId)
})

afterAll(() => portal.close())

const password = 'correct horse battery'

const oldPassword = { current: password }

type Scene = { memberId: number; doorId: number; email: string; own: TestClient }

const browse = () => openBrowser(portal.app, '10.8.0.1')

/** What left no trace in the system that spaces use today, and the event each leaves here. */
const acts: [string, (scene: Scene) => Promise<unknown>][] = [
  ['account.loggedIn', ({ email }) => browse().logIn(email, password)],
  ['account.loginFailed', ({ email }) => browse().logIn(email, 'wrong wrong')],
  ['account.passwordChanged', ({ own }) => own.profile.changePassword({ ...oldPassword, new: 'walnut-lathe-9' })],
  ['profile.updated', ({ own }) => own.profile.update({ firstName: 'Other' })],
  ['member.detailsChanged', ({ memberId }) => staff.members.updateDetails({ memberId, firstName: 'Else' })],
  ['member.detailsChanged', ({ memberId }) => staff.members.updateDetails({ memberId, rfidCard: `R${memberId}` })],
  ['account.emailChangeAsked', ({ memberId }) => staff.members.updateDetails({ memberId, email: `${memberId}@e.org` })],
  ['card.added', ({ memberId }) => staff.members.addCard({ memberId, number: `C${memberId}`, label: '' })],
  ['door.granted', ({ memberId, doorId }) => staff.access.grantDoor({ memberId, doorId })],
  [
    'door.revoked',
    async ({ memberId, doorId }) => {
      await staff.access.grantDoor({ memberId, doorId })
      await staff.access.revokeDoor({ memberId, doorId })
    },
  ],
  ['setting.changed', () => staff.settings.update({ key: 'SITE_NAME', value: 'Other name' })],
  ['setting.reset', () => staff.settings.reset({ key: 'SITE_NAME' })],
  [
    'device.added',
    ({ memberId }) => createDevice(portal.ctx, { kind: 'door', serial: `s${memberId}`, name: `N ${memberId}` }),
  ],
  ['device.keyCreated', ({ doorId }) => createDeviceKey(portal.ctx, doorId)],
  ['device.lockedOut', ({ doorId }) => lockOutDevice(portal.ctx, { deviceId: doorId, isLockedOut: true })],
]

test.each(acts)('%s is in the audit', async (event, act) => {
  const { id: memberId, email } = await anAccount(portal.db, { password })
  const { id: doorId } = await aDoor(portal.db)
  const newest = portal.db.selectFrom('audit_events').select(['id', 'event']).orderBy('id', 'desc').limit(1)
  const before = (await newest.executeTakeFirst())?.id ?? 0
  await act({ memberId, doorId, email, own: await portal.as(memberId) })
  const after = await newest.executeTakeFirst()
  expect(after?.event).toBe(event)
  expect(after?.id).toBeGreaterThan(before)
})

test('links to reset and verify stand in no log', async () => {
  const { id, email } = await aMember(portal.db, { isVerified: true })
  await (await portal.as(null)).auth.resetPassword({ email })
  await portal.runJobs()
  const log = await staff.audit.memberLog({ memberId: id })
  expect(log.entries.map(describeEntry).join()).toContain('was sent a link to choose a new password')
  const { text } = await portal.db
    .selectFrom('messages')
    .select('text')
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
  const everything = JSON.stringify([log, await staff.audit.memberLogs({ memberId: id }), await staff.audit.list({})])
  expect(text).not.toBeNull()
  expect(everything).not.toMatch(/\/profile\/(?:password|email)\//)
})
