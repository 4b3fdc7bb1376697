import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aPin } from './factory.ts'

const password = 'correct horse battery'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const someone = async () => {
  const { id } = await anAccount(portal.db, { password })
  return { id, api: await portal.as(id) }
}

test('a member sets a PIN with their password, sets another, and removes it', async () => {
  const { id, api } = await someone()
  expect(await api.kiosks.getOwnPin()).toEqual({ setAt: null, isRequired: false })
  await api.kiosks.setOwnPin({ pin: '4831', password })
  await api.kiosks.setOwnPin({ pin: '483100', password })
  expect(await api.kiosks.getOwnPin()).toEqual({ setAt: expect.any(String), isRequired: false })
  const { pin_hash: hash } = await portal.db
    .selectFrom('kiosk_pins')
    .selectAll()
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id\$/)
  await api.kiosks.removeOwnPin({ password })
  expect((await api.kiosks.getOwnPin()).setAt).toBe(null)
  await api.kiosks.removeOwnPin({ password })
  const events = await portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id).execute()
  expect(events.map(({ event }) => event)).toEqual(['account.pinSet', 'account.pinSet', 'account.pinRemoved'])
})

test.each(['123', '123456789', '12a4', '', '1234', '7777'])('the PIN %j is refused at its field', async (pin) => {
  const { api } = await someone()
  await expect(api.kiosks.setOwnPin({ pin, password })).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field: 'pin' }] },
  })
})

test('without the password nothing becomes of it', async () => {
  const { id, api } = await someone()
  await expect(api.kiosks.setOwnPin({ pin: '4831', password: 'wrong' })).rejects.toMatchObject({
    code: 'wrongPassword',
  })
  await aPin(portal.db, { memberId: id, pin: '4831' })
  await expect(api.kiosks.removeOwnPin({ password: 'wrong' })).rejects.toMatchObject({ code: 'wrongPassword' })
  expect((await api.kiosks.getOwnPin()).setAt).not.toBe(null)
})

test('staff remove the PIN of a member who forgot it, but not of one who may do more', async () => {
  const staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  const { id: memberId } = await someone()
  await aPin(portal.db, { memberId, pin: '4831' })
  expect((await staff.kiosks.getMemberPin({ memberId })).setAt).not.toBe(null)
  await staff.kiosks.removeMemberPin({ memberId })
  expect((await staff.kiosks.getMemberPin({ memberId })).setAt).toBe(null)
  const { id: adminId } = await anAccount(portal.db, { password, isAdmin: true })
  await aPin(portal.db, { memberId: adminId, pin: '4831' })
  await expect(staff.kiosks.removeMemberPin({ memberId: adminId })).rejects.toMatchObject({ code: 'outranked' })
  await expect(staff.kiosks.removeMemberPin({ memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.kiosks.getMemberPin({ memberId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a closed account leaves no PIN', async () => {
  const { id, api } = await someone()
  await aPin(portal.db, { memberId: id, pin: '4831' })
  await api.profile.closeAccount({ password, confirmation: 'close my account' })
  expect(await portal.db.selectFrom('kiosk_pins').selectAll().where('member_id', '=', id).execute()).toEqual([])
})
