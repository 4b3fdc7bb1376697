import { percentile } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const tagsPerDoor = 500
const sampleList = JSON.stringify({
  command: 'sync',
  tags: Array.from({ length: tagsPerDoor }, (_, at) => String(at).padStart(10, '0')),
  hash: '0'.repeat(32),
})

const adminHeaders = ({ cookies }: World) => ({ cookie: cookies[0] ?? '', 'x-csrftoken': 'bench' })

/** For each round another door, with a member who may use it. */
const choosePairs = async ({ query, doors, effort, everywhereId }: World) => {
  const rows = await query(
    'select distinct on (device_id) device_id, member_id from grants where member_id <> $1 order by device_id, member_id',
    [everywhereId],
  )
  const members = new Map(rows.map((row) => [Number(row['device_id']), Number(row['member_id'])]))
  return Array.from({ length: effort.pushes }, (_, round) => {
    const door = (round * 7) % doors.length
    const doorId = doors[door]?.id ?? 0
    return { door, doorId, memberId: members.get(doorId) ?? 0 }
  })
}

/** From the request that takes a member's door away to that door's new list. */
const timeRevokes = async (world: World) => {
  const headers = adminHeaders(world)
  const times: number[] = []
  const bareTimes: number[] = []
  for (const { door, doorId, memberId } of await choosePairs(world)) {
    const url = (verb: string) => `${world.portalUrl}/api/access/doors/${doorId}/${verb}/${memberId}/`
    times.push(await world.portalDoors.call('putUntilTold', { url: url('revoke'), headers, door }))
    await world.portalDoors.call('putUntilTold', { url: url('authorise'), headers, door })
    bareTimes.push(
      await world.bareDoors.call('putUntilTold', { url: `${world.bareUrl}/push/${door}`, headers: {}, door }),
    )
  }
  return { times, bareTimes }
}

/** From the request that locks a door out, or ends it, until the door is told. */
const timeLockouts = async (world: World) => {
  const headers = adminHeaders(world)
  const times: number[] = []
  const bareTimes: number[] = []
  for (const { door, doorId } of await choosePairs(world)) {
    const url = `${world.portalUrl}/api/admin/devices/${doorId}/lockout/`
    for (const isLockedOut of [true, false])
      times.push(await world.portalDoors.call('putUntilTold', { url, headers, body: { isLockedOut }, door }))
    bareTimes.push(
      await world.bareDoors.call('putUntilTold', { url: `${world.bareUrl}/push/${door}`, headers: {}, door }),
    )
  }
  return { times, bareTimes }
}

/** From a change that concerns every door to the last door's new list. */
const timeSuspensions = async (world: World) => {
  const times: number[] = []
  const bareTimes: number[] = []
  const before = await world.portalDoors.call('hashes')
  for (let round = 0; round < Math.ceil(world.effort.pushes / 2); round += 1) {
    for (const isSuspended of [true, false]) {
      await world.portalDoors.call('watchLists')
      const startedAt = await world.portal.call('suspend', { memberId: world.everywhereId, isSuspended })
      times.push((await world.portalDoors.call('lastList')) - startedAt)
      bareTimes.push(await world.bareDoors.call('putUntilTold', { url: `${world.bareUrl}/push/all`, headers: {} }))
    }
  }
  const after = await world.portalDoors.call('hashes')
  if (before.join() !== after.join()) throw new Error('After all was undone, some doors hold another list than before.')
  return { times, bareTimes }
}

/** The aims are those of the median and of the slowest hundredth. */
type RowsInput = { times: number[]; bareTimes: number[]; baseline: string; aims: readonly (number | undefined)[] }

const rows = (what: string, input: RowsInput): Row[] =>
  [0.5, 0.99].map((share, at) => {
    const atMost = input.aims[at]
    return {
      what: `${what}, p${share * 100}`,
      figure: percentile(input.times, share),
      unit: 'ms',
      baseline: { what: input.baseline, figure: percentile(input.bareTimes, share) },
      ...(atMost !== undefined && { aim: { of: 'figure', atMost } as const }), // its literal is wanted
      note: `${input.times.length} rounds`,
    }
  })

/** How soon doors hold their new lists, beside a bare server that sends ready texts of the same size. */
export const measureLists = async (world: World): Promise<Row[]> => {
  await world.bare.call('push', { text: sampleList })
  const revokes = await timeRevokes(world)
  const lockouts = await timeLockouts(world)
  const suspensions = await timeSuspensions(world)
  const toOne = 'bare push to 1 socket'
  return [
    ...rows("revoke to that door's list", { ...revokes, baseline: toOne, aims: [5, 100] }),
    ...rows('lockout to that door', { ...lockouts, baseline: toOne, aims: [5, 100] }),
    ...rows('change to the last of 200 lists', {
      ...suspensions,
      baseline: 'bare push to 200 sockets',
      aims: [undefined, 250],
    }),
  ]
}
