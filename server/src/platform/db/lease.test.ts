import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openLease } from './lease.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const lease = (name: string) => openLease(portal.services, { name, lastsMs: 60_000 })
const end = (name: string) => sql`update leases set ends_at = clock_timestamp() where name = ${name}`.execute(portal.db)

test('one process at a time has a lease, and its number rises with each holder', async () => {
  const [one, other] = [lease('relays'), lease('relays')]
  expect(await one.hold()).toBe(1)
  expect(await other.hold()).toBeNull()
  expect(await one.hold()).toBe(1)
  await end('relays')
  expect(await other.hold()).toBe(2)
  expect(await one.hold()).toBeNull()
  expect([one.isHeld(), other.isHeld()]).toEqual([false, true])
  await other.release()
  expect(await one.hold()).toBe(3)
})

test('a process that cannot renew its lease stops before another may take it', async () => {
  const one = lease('alone')
  await one.hold()
  expect(one.isHeld()).toBe(true)
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 50_000)
  expect(one.isHeld()).toBe(false)
  later.mockRestore()
})

test('a process that slept past the end of its lease has it no longer', async () => {
  const one = lease('asleep')
  await one.hold()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 })
  try {
    expect(one.isHeld()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
