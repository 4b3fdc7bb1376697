import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMember } from './factory.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const storedPhone = async (id: number) => {
  const query = portal.db.selectFrom('members').select('phone').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).phone
}
const registration = (mobile: string) => ({
  email: 'phone@example.org',
  firstName: 'Pho',
  lastName: 'Ne',
  screenName: 'phone',
  password: 'correct horse battery',
  mobile,
})
const invalid = 'Please enter a valid phone number.'

test('a number is stored as it is dialled, from every form, and shown as people write it', async () => {
  const { id } = await aMember(portal.db, { phone: '' })
  const own = await portal.as(id)
  await own.profile.update({ phone: '(0400) 111-222' })
  expect(await storedPhone(id)).toBe('+61400111222')
  expect((await own.profile.get()).phone).toBe('0400 111 222')
  await admin.members.updateDetails({ memberId: id, phone: '+46 70 123 45 67' })
  expect(await storedPhone(id)).toBe('+46701234567')
  expect(await admin.members.getDetails({ memberId: id })).toMatchObject({
    phone: '+46 70 123 45 67',
    smsNumber: '+46701234567',
  })
})

test('registering with an invalid number is refused beside the field, and no account is made', async () => {
  const answer = await openBrowser(portal.app, '10.0.2.1').post('/api/register/', registration('0400 111'))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field: 'mobile', message: invalid }])
  const made = await openBrowser(portal.app, '10.0.2.1').post('/api/register/', registration('0400 111 222'))
  expect(made.statusCode).toBe(200)
  const row = portal.db.selectFrom('members').select('phone').where('email', '=', 'phone@example.org')
  expect(await row.execute()).toEqual([{ phone: '+61400111222' }])
})

test('neither the member nor staff can write a number that is none', async () => {
  const { id } = await aMember(portal.db, { phone: '0400 111 222' })
  const refusal = { status: 400, body: { fields: [{ field: 'phone', message: invalid }] } }
  await expect((await portal.as(id)).profile.update({ phone: '123456' })).rejects.toMatchObject(refusal)
  await expect(admin.members.updateDetails({ memberId: id, phone: '123456' })).rejects.toMatchObject(refusal)
  expect(await storedPhone(id)).toBe('0400 111 222')
})

test('a number from before this check is put right when it is next written, and may stay if it cannot be', async () => {
  const [good, bad] = [
    await aMember(portal.db, { phone: '0400111222' }),
    await aMember(portal.db, { phone: '1234567' }),
  ]
  await (await portal.as(good.id)).profile.update({ firstName: 'Same', phone: '0400111222' })
  expect(await storedPhone(good.id)).toBe('+61400111222')
  const own = await portal.as(bad.id)
  const { phone } = await own.profile.get()
  expect(phone).toBe('1234567')
  await own.profile.update({ firstName: 'Other', phone: '1234567' })
  expect(await storedPhone(bad.id)).toBe('1234567')
  expect((await own.profile.get()).firstName).toBe('Other')
  expect((await admin.members.getDetails({ memberId: bad.id })).smsNumber).toBeNull()
})

test('the country of a number without a code is a setting, and so is whose numbers are shown without one', async () => {
  const { id } = await aMember(portal.db, { phone: '+61400111222' })
  await changeSetting(portal.ctx, { key: 'SMS_DEFAULT_COUNTRY_CODE', value: '+46' })
  const own = await portal.as(id)
  expect((await own.profile.get()).phone).toBe('+61 400 111 222')
  await own.profile.update({ phone: '070-123 45 67' })
  expect(await storedPhone(id)).toBe('+46701234567')
  expect((await own.profile.get()).phone).toBe('070-123 45 67')
  await changeSetting(portal.ctx, { key: 'SMS_DEFAULT_COUNTRY_CODE', value: '+61' })
})
