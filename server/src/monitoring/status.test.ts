import { beforeAll, afterAll, test, expect } from 'vitest'
import { newToken, hashToken } from '#platform/secrets/tokens.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const setReports = (id: number, reports: boolean) =>
  portal.db.updateTable('devices').set({ reports_online_status: reports }).where('id', '=', id).execute()

const ask = async (query: string, scopes: string[] = ['devices.read']) => {
  const [prefix, secret] = [newToken().slice(0, 8), newToken()]
  const key = `${prefix}.${secret}`
  await portal.db
    .insertInto('api_keys')
    .values({
      name: 'monitor',
      prefix,
      secret_hash: hashToken(key),
      scopes,
      created_at: new Date(),
    })
    .execute()
  return portal.app.inject({ url: `/api/access/status/${query}`, headers: { authorization: `Api-Key ${key}` } })
}

test('a monitor asks which devices can be reached, and is told by the status when one that reports cannot', async () => {
  const door = await aDevice(portal.db, { name: 'Front', lastSeenAt: new Date(), isHidden: true })
  const saw = await aDevice(portal.db, { name: 'Saw', kind: 'interlock', isLockedOut: true })
  const fridge = await aDevice(portal.db, { name: 'Fridge', kind: 'memberbucks', lastSeenAt: new Date() })
  const all = {
    doors: [{ id: door.id, name: 'Front', lastSeen: expect.any(String), lockedOut: false, offline: false }],
    interlocks: [{ id: saw.id, name: 'Saw', lastSeen: null, lockedOut: true, offline: true }],
    memberbucksDevices: [
      { id: fridge.id, name: 'Fridge', lastSeen: expect.any(String), lockedOut: false, offline: false },
    ],
  }
  const plain = await ask('')
  expect([plain.statusCode, plain.json()]).toEqual([200, all])
  const missed = await ask('?errorIfOffline=0')
  expect([missed.statusCode, missed.json()]).toEqual([503, all])
  expect((await ask('?errorIfOffline=')).statusCode).toBe(200)
  await setReports(saw.id, false)
  expect((await ask('?errorIfOffline=1')).statusCode).toBe(200)
})

test('a key without the scope learns nothing, and staff for devices read it too', async () => {
  expect((await ask('', ['doors.command'])).json()).toMatchObject({ code: 'notAllowed' })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  expect((await staff.monitoring.getStatus({})).doors.length).toBeGreaterThan(0)
})
