import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../accounts/factory.ts'
import { openBrowser } from '../accounts/open-browser.ts'
import { addDevice } from '../devices/add-device.ts'
import { createDeviceKey } from '../devices/create-device-key.ts'
import { lockOutDevice } from '../devices/lock-out-device.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import type { TestClient } from '../test-client.ts'
import { describeEntry } from './describe-entry.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'

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
const deeds: [string, (scene: Scene) => Promise<unknown>][] = [
  ['account.loggedIn', ({ email }) => browse().logIn(email, password)],
  ['account.loginFailed', ({ email }) => browse().logIn(email, 'wrong wrong')],
  ['account.passwordChanged', ({ own }) => own.profiles.changePassword({ ...oldPassword, new: 'walnut-lathe-9' })],
  ['profile.updated', ({ own }) => own.profiles.update({ firstName: 'Other' })],
  ['member.detailsChanged', ({ memberId }) => staff.memberships.changeDetails({ memberId, firstName: 'Else' })],
  ['member.detailsChanged', ({ memberId }) => staff.memberships.changeDetails({ memberId, rfidCard: `R${memberId}` })],
  [
    'member.detailsChanged',
    ({ memberId }) => staff.memberships.changeDetails({ memberId, email: `${memberId}@e.org` }),
  ],
  ['card.added', ({ memberId }) => staff.cards.add({ memberId, number: `C${memberId}`, label: '' })],
  ['door.granted', ({ memberId, doorId }) => staff.doors.grant({ memberId, doorId })],
  [
    'door.revoked',
    async ({ memberId, doorId }) => {
      await staff.doors.grant({ memberId, doorId })
      await staff.doors.revoke({ memberId, doorId })
    },
  ],
  ['setting.changed', () => staff.site.changeSetting({ key: 'SITE_NAME', value: 'Other name' })],
  ['setting.reset', () => staff.site.resetSetting({ key: 'SITE_NAME' })],
  [
    'device.added',
    ({ memberId }) => addDevice(portal.ctx, { kind: 'door', serial: `s${memberId}`, name: `N ${memberId}` }),
  ],
  ['device.keyCreated', ({ doorId }) => createDeviceKey(portal.ctx, doorId)],
  ['device.lockedOut', ({ doorId }) => lockOutDevice(portal.ctx, { deviceId: doorId, isLockedOut: true })],
]

test.each(deeds)('%s is in the audit', async (event, deed) => {
  const { id: memberId, email } = await anAccount(portal.db, { password })
  const { id: doorId } = await aDoor(portal.db)
  const newest = portal.db.selectFrom('audit_events').select(['id', 'event']).orderBy('id', 'desc').limit(1)
  const before = (await newest.executeTakeFirst())?.id ?? 0
  await deed({ memberId, doorId, email, own: await portal.as(memberId) })
  const after = await newest.executeTakeFirst()
  expect(after?.event).toBe(event)
  expect(after?.id).toBeGreaterThan(before)
})

test('links to reset and verify stand in no log', async () => {
  const { id, email } = await aMember(portal.db, { isVerified: true })
  await (await portal.as(null)).accounts.resetPassword({ email })
  await portal.runJobs()
  const log = await staff.audits.memberLog({ memberId: id })
  expect(log.entries.map(describeEntry).join()).toContain('A link to choose a new password was sent')
  const { text } = await portal.db
    .selectFrom('messages')
    .select('text')
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
  const everything = JSON.stringify([log, await staff.audits.memberLogs({ memberId: id }), await staff.audits.list({})])
  expect(text).not.toBeNull()
  expect(everything).not.toMatch(/\/profile\/(?:password|email)\//)
})
