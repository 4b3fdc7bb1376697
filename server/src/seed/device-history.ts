import type { SeededRow } from './bulk-rows.ts'
import { memberNamed, timeOn } from './cast.ts'
import type { PlaceName } from './people.ts'
import { createRandom, uuidOf } from './random.ts'
import type { Telling } from './scene.ts'

const after = (at: Date, minutes: number) => new Date(at.getTime() + Math.round(minutes * 60) * 1000)

/** Connections are kept for 90 days. */
const connectedDays = 88

/** The kiln stands apart: broken since then, and locked, as the laser cutter was in spring. */
export const kilnSilentSince = (now: Date): Date => timeOn(now, { daysAgo: 3, hour: 13.4 })
export const kilnLockout = (now: Date) => ({
  reason: 'The door switch is broken. A new one is ordered.',
  since: timeOn(now, { daysAgo: 3, hour: 17.3 }),
})
const lensChange = { from: 131, until: 128, reason: 'Waiting for a new lens.' }

/** Devices that were locked for everyone, and when. */
export const lockoutsOf =
  (now: Date) =>
  (place: PlaceName, at: Date): boolean => {
    if (place === 'kiln') return at > kilnSilentSince(now)
    return (
      place === 'laser' &&
      at > timeOn(now, { daysAgo: lensChange.from, hour: 20 }) &&
      at < timeOn(now, { daysAgo: lensChange.until, hour: 18 })
    )
  }

type Gap = { from: Date; until: Date; reason: 'closed' | 'silent' | 'portal' }

/** The portal restarts with each update; the wireless network of the woodshop is weak. */
const gapsOf = (place: PlaceName, now: Date): Gap[] => {
  const random = createRandom(`gaps ${place}`)
  const updates = [81, 60, 39, 18].map((daysAgo): Gap => {
    const from = timeOn(now, { daysAgo, hour: 4.2 })
    return { from, until: after(from, random.between(0.4, 1.5)), reason: 'portal' }
  })
  const weak = place === 'woodshop' ? 34 : random.whole(1, 4)
  const losses = Array.from({ length: weak }, (): Gap => {
    const isRecent = place === 'woodshop' && random.chance(0.7)
    const from = timeOn(now, { daysAgo: random.whole(1, isRecent ? 20 : 84), hour: random.between(6, 23) })
    return {
      from,
      until: after(from, random.between(2, place === 'woodshop' ? 95 : 12)),
      reason: random.pick(['silent', 'silent', 'closed']),
    }
  })
  return [...updates, ...losses].toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** The lines of one device, one after the other; the last one ended when the portal was stopped for this start. */
const linesOf = (place: PlaceName, { places, now }: Telling): SeededRow<'device_connections'>[] => {
  const end = place === 'kiln' ? kilnSilentSince(now) : after(now, -0.4)
  const gaps = [
    ...gapsOf(place, now).filter(({ from }) => from < end),
    { from: end, until: end, reason: place === 'kiln' ? 'silent' : 'portal' } as const,
  ]
  const rows: SeededRow<'device_connections'>[] = []
  let connectedAt = timeOn(now, { daysAgo: connectedDays, hour: 4.2 })
  for (const { from, until, reason } of gaps) {
    if (from <= connectedAt) continue
    rows.push({
      id: uuidOf(`${place} ${now.getTime() - connectedAt.getTime()}`),
      device_id: places[place].id,
      ip_address: `10.20.0.${20 + places[place].id}`,
      connected_at: connectedAt,
      disconnected_at: from,
      reason,
    })
    connectedAt = until
  }
  return rows
}

const connected = ['front', 'woodshop', 'metal', 'electronics', 'saw', 'laser', 'kiln', 'drinks'] as const

/** When the doors were put up and the machines bought, by days ago. */
const addedDaysAgo: Record<PlaceName, number> = {
  front: 1525,
  woodshop: 1525,
  metal: 1480,
  saw: 1310,
  drinks: 1120,
  electronics: 900,
  laser: 870,
  extractor: 640,
  kiln: 430,
}

const tellOrders = ({ story, cast, places, now }: Telling) => {
  const random = createRandom('orders')
  const staff = ['Ada', 'Ines', 'Noor', 'Noor'].map((name) => memberNamed(cast, name).id)
  for (let left = 34; left > 0; left -= 1) {
    const place = random.pick(['front', 'front', 'front', 'woodshop', 'electronics'] as const)
    const event = random.chance(0.85) ? 'door.bumped' : random.pick(['door.synced', 'door.rebooted'] as const)
    const at = timeOn(now, { daysAgo: random.whole(1, 360), hour: random.around(16, 6) })
    story.events.push({ at, event, by: random.pick(staff), subject: { kind: 'device', id: places[place].id } })
  }
  const subject = { kind: 'device', id: places.woodshop.id }
  const [by = 0] = staff
  const at = timeOn(now, { daysAgo: 6, hour: 11.4 })
  story.events.push({ at, event: 'door.bumped', by, subject })
  story.events.push({ at: after(at, 0.1), event: 'door.notReached', by, subject, data: { command: 'bump' } })
}

const tellLockouts = ({ story, cast, places, now }: Telling) => {
  const by = memberNamed(cast, 'Noor').id
  const laser = { kind: 'device', id: places.laser.id }
  const from = timeOn(now, { daysAgo: lensChange.from, hour: 20 })
  const until = timeOn(now, { daysAgo: lensChange.until, hour: 18 })
  story.events.push({ at: from, event: 'device.lockedOut', by, subject: laser, data: { reason: lensChange.reason } })
  story.events.push({ at: until, event: 'device.lockoutEnded', by, subject: laser })
  const { reason, since: at } = kilnLockout(now)
  const kiln = { kind: 'device', id: places.kiln.id }
  story.events.push({ at, event: 'device.lockedOut', by, subject: kiln, data: { reason } })
}

const tellChanges = ({ story, cast, places, now }: Telling) => {
  const [ada, noor] = [memberNamed(cast, 'Ada').id, memberNamed(cast, 'Noor').id]
  for (const [place, daysAgo] of Object.entries(addedDaysAgo)) {
    const { id, name } = places[place as PlaceName] // Object.entries loses the literal names
    const at = timeOn(now, { daysAgo, hour: 15.5 })
    story.events.push({ at, event: 'device.added', by: ada, subject: { kind: 'device', id }, data: { name } })
  }
  const prices: [PlaceName, number, Record<string, { from: number; to: number }>][] = [
    ['laser', 292, { costPerHourCents: { from: 900, to: 1200 } }],
    ['saw', 175, { costPerKwhCents: { from: 30, to: 40 } }],
    ['kiln', 60, { costPerKwhCents: { from: 35, to: 45 } }],
  ]
  for (const [place, daysAgo, changes] of prices) {
    const subject = { kind: 'device', id: places[place].id }
    const at = timeOn(now, { daysAgo, hour: 21.1 })
    story.events.push({ at, event: 'interlock.pricesChanged', by: noor, subject, data: { changes } })
  }
}

/** Orders, lockouts and changes of devices as events; their lines of the last months as rows. */
export const tellDevices = (
  told: Telling,
): { connections: SeededRow<'device_connections'>[]; addedAt: (place: PlaceName) => Date } => {
  tellOrders(told)
  tellLockouts(told)
  tellChanges(told)
  return {
    connections: connected.flatMap((place) => linesOf(place, told)),
    addedAt: (place) => timeOn(told.now, { daysAgo: addedDaysAgo[place], hour: 15.5 }),
  }
}
