import { afterAll, beforeAll, expect, test } from 'vitest'
import { record, recordOne } from '#platform/db/change.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { openSession } from '../interlocks/session-rows.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { signIn } from '../visits/visits.ts'
import { seen } from './last-seen.ts'
import { storeSwipe } from './stored-swipes.ts'
import { createSwipe } from './swipes.ts'

const earlier = new Date('2026-03-02T10:00:00Z')
const now = new Date('2026-03-02T10:00:01Z')
const later = new Date('2026-03-02T10:00:02Z')

let portal: TestPortal
let doorId = 0
let machineId = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  doorId = (await aDoor(portal.db)).id
  machineId = (await aMachine(portal.db)).id
})
afterAll(() => portal.close())

const free = {
  cost_per_session_cents: 0,
  cost_per_hour_cents: 0,
  cost_per_kwh_cents: 0,
  max_session_minutes: null,
  max_cost_cents: null,
  rated_watts: null,
}

/** Everything that shows a member on site, at `now`. */
const sightings: Record<string, (memberId: number) => Promise<unknown>> = {
  'a sighting': (memberId) => record(portal.ctx, async (work) => ({ result: await seen(work, { memberId, at: now }) })),
  'a swipe': (memberId) =>
    recordOne(
      portal.ctx,
      storeSwipe({ deviceId: doorId, memberId, card: null, outcome: 'granted', refusal: null, now }),
    ),
  'a door opened from a screen': (memberId) =>
    record(portal.ctx, async (work) => ({ result: await createSwipe(work, { deviceId: doorId, memberId }) })),
  'the use of a machine': (memberId) =>
    record(portal.ctx, async (work) => {
      await work.tx.deleteFrom('interlock_sessions').execute()
      return {
        result: await openSession(work, {
          deviceId: machineId,
          memberId,
          machine: free,
        }),
      }
    }),
  'signing in on site': (memberId) => signIn(portal.ctx, { memberId, guests: [] }),
}

test.each(
  Object.keys(sightings).flatMap((name) => [
    { name, before: null, after: now },
    { name, before: earlier, after: now },
    { name, before: later, after: later },
  ]),
)('$name never turns back when a member was last seen: $before', async ({ name, before, after }) => {
  const { id } = await aMember(portal.db, before ? { lastSeenAt: before } : {})
  await sightings[name]?.(id)
  const { last_seen_at: lastSeenAt } = await portal.db
    .selectFrom('members')
    .select('last_seen_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(lastSeenAt).toEqual(after)
})
