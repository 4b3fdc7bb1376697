import type { LogEntry } from '@spacekeeper/contract/audit/shapes.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { describeEntry } from './entry-words.ts'

let portal: TestPortal

let ada: Awaited<ReturnType<TestPortal['as']>>

beforeAll(async () => {
  portal = await startTestPortal()
  ada = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})

afterAll(() => portal.close())

const minutes = (count: number) => new Date(Date.UTC(2026, 0, 5, 10, count))

const lines = (entries: readonly LogEntry[]) => entries.map(describeEntry)

test('uses of machines stand in the log with what they cost, and are filtered by themselves', async () => {
  const { id } = await aMember(portal.db)
  const saw = await aMachine(portal.db, { name: `Saw ${id}` })
  const use = {
    device_id: saw.id,
    member_id: id,
    cost_per_session_cents: 0,
    cost_per_hour_cents: 0,
    cost_per_kwh_cents: 0,
  }
  await portal.db
    .insertInto('interlock_sessions')
    .values([
      {
        ...use,
        id: crypto.randomUUID(),
        started_at: minutes(11),
        last_heard_at: minutes(51),
        ended_at: minutes(51),
        end_reason: 'card',
        cost_cents: 350,
      },
      { ...use, id: crypto.randomUUID(), started_at: minutes(55), last_heard_at: minutes(57) },
    ])
    .execute()
  const only = await ada.audit.memberLog({ memberId: id, kind: 'uses' })
  expect(lines(only.entries)).toEqual([
    `Saw ${id}: 2 min, still in use`,
    `Saw ${id}: 40 min, cost 3.50, ended with a card`,
  ])
  expect(only.entries.map(({ outcome }) => outcome)).toEqual(['waiting', 'fine'])
  const first = await ada.audit.memberLog({ memberId: id, limit: 1 })
  expect(lines(first.entries)).toEqual(lines(only.entries.slice(0, 1)))
  const before = first.entries[0]?.cursor
  const next = await ada.audit.memberLog({ memberId: id, limit: 1, ...(before !== undefined && { before }) })
  expect(lines(next.entries)).toEqual(lines(only.entries.slice(1)))
  expect((await ada.audit.memberLog({ memberId: id, text: `saw ${id}` })).entries).toHaveLength(2)
})
