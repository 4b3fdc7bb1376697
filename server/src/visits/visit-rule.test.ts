import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { aGrant } from '../access/factory.ts'
import { aDevice } from '../devices/factory.ts'
import { listTags } from '../doors/card-lists.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test('offering to sign in on site leaves every card as it is, and demanding it is a setting of its own', async () => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const door = await aDevice(portal.db, { kind: 'door' })
  const member = await aMember(portal.db, { cards: ['4001'] })
  await aGrant(portal.db, { memberId: member.id, deviceId: door.id })
  const cards = async () => (await listTags(portal.ctx, [door.id])).get(door.id)
  const set = async (key: 'ENABLE_PORTAL_SITE_SIGN_IN' | 'REQUIRE_SITE_SIGN_IN', value: boolean) => {
    await admin.settings.update({ key, value })
    await expect.poll(() => portal.ctx.settings.get(key)).toBe(value)
  }

  await set('ENABLE_PORTAL_SITE_SIGN_IN', true)
  expect((await admin.home.getConfig()).features.enableSiteSignIn).toBe(true)
  expect(await cards()).toEqual(['4001'])
  await set('REQUIRE_SITE_SIGN_IN', true)
  expect(await cards()).toEqual([])
  await (await portal.as(member.id)).visits.signIn({ guests: [] })
  expect(await cards()).toEqual(['4001'])
  await set('REQUIRE_SITE_SIGN_IN', false)
  await portal.db.deleteFrom('visits').execute()
  await portal.db.deleteFrom('grants').execute()
})

test('before it is demanded, staff learn how many cards stop, on how many devices, and who is on site', async () => {
  const [door, machine, exempt, gone] = [
    await aDevice(portal.db, { kind: 'door' }),
    await aDevice(portal.db, { kind: 'interlock' }),
    await aDevice(portal.db, { kind: 'door', isExemptFromSignin: true }),
    await aDevice(portal.db, { kind: 'door' }),
  ]
  await portal.db.updateTable('devices').set({ removed_at: new Date() }).where('id', '=', gone.id).execute()
  const away = await aMember(portal.db, { firstName: 'Di', lastName: 'Away', cards: ['5001', '5002'] })
  const here = await aMember(portal.db, { cards: ['5003'] })
  const inactive = await aMember(portal.db, { cards: ['5004'], state: 'inactive' })
  const cardless = await aMember(portal.db)
  const onlyExempt = await aMember(portal.db, { cards: ['5005'] })
  for (const { id } of [away, here, inactive, cardless]) {
    for (const device of [door, machine, exempt, gone]) await aGrant(portal.db, { memberId: id, deviceId: device.id })
  }
  await aGrant(portal.db, { memberId: onlyExempt.id, deviceId: exempt.id })
  await (await portal.as(here.id)).visits.signIn({ guests: [] })

  const counts = { cards: 2, devices: 2, onSite: 1 }
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  expect(await admin.visits.previewSignInRule()).toEqual({ ...counts, members: [{ id: away.id, name: 'Di Away' }] })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['settings'] })).id)
  expect(await staff.visits.previewSignInRule()).toEqual({ ...counts, members: [] })
})

test('a space that had the one setting of old has both, and its cards go on as they did', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  const all = join(import.meta.dirname, '../../migrations')
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-before-'))
  const client = new pg.Client({ connectionString })
  try {
    for (const name of readdirSync(all).filter((file) => file < '0037'))
      copyFileSync(join(all, name), join(folder, name))
    const log = pino({ level: 'silent' })
    await migrate({ connectionString, folder, log })
    await client.connect()
    await client.query(
      "insert into settings (key, value, changed_at) values ('ENABLE_PORTAL_SITE_SIGN_IN', 'true', '2026-01-05')",
    )
    await migrate({ connectionString, folder: all, log })
    const { rows } = await client.query('select key, value from settings order by key')
    expect(rows).toEqual([
      { key: 'ENABLE_PORTAL_SITE_SIGN_IN', value: true },
      { key: 'REQUIRE_SITE_SIGN_IN', value: true },
    ])
  } finally {
    await client.end()
    rmSync(folder, { recursive: true })
  }
})
