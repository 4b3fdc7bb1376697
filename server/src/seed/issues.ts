import type { Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { aMaintenancePlan, aReport } from '../issues/factory.ts'
import { type Places, timeOn } from './cast.ts'
import { drawScorchedCable, drawSmoke, drawTap } from './issue-photos.ts'
import type { SeededSpace } from './space.ts'

type IssueTelling = { services: Services; places: Places; members: SeededSpace['members'] }

const ago = ({ services }: IssueTelling, days: number, hour = 18) => timeOn(services.now(), { daysAgo: days, hour })

/** Reports that are open: one is also at Trello, which refused it. */
const tellOpen = async (db: Kysely<Database>, telling: IssueTelling) => {
  const { places, members } = telling
  const at = ago(telling, 2)
  await aReport(db, {
    title: 'Smoke stays under the lid',
    description: 'The extraction runs, but the smoke doesn’t leave. It smells for an hour afterwards.',
    deviceId: places.laser.id,
    reporterId: members.gil,
    followerIds: [members.bo],
    pictures: [await drawSmoke()],
    at,
    posts: [
      { channel: 'email', state: 'sent', at },
      { channel: 'trello', state: 'failed', error: 'Trello doesn’t accept the key or the token (401).', at },
    ],
  })
  await aReport(db, {
    title: 'Light over bench 3 flickers',
    area: 'Electronics bench',
    reporterId: members.cy,
    at: ago(telling, 1, 20),
    posts: [{ channel: 'email', state: 'sent', at: ago(telling, 1, 20) }],
  })
}

/** One that is worked on and overdue, and a duplicate of it. */
const tellInProgress = async (db: Kysely<Database>, telling: IssueTelling, today: string) => {
  const { places, members } = telling
  const at = ago(telling, 16)
  const { id } = await aReport(db, {
    title: 'Burnt smell from the kiln',
    description: 'The cable at the back is scorched. I pulled the plug.',
    deviceId: places.kiln.id,
    isUnsafe: true,
    state: 'inProgress',
    reporterId: members.bo,
    followerIds: [members.cy, members.gil],
    pictures: [await drawScorchedCable()],
    ownerId: members.ada,
    dueOn: addDays(today, -3),
    at,
    entries: [
      { at: ago(telling, 15), memberId: members.ada, kind: 'state', state: 'inProgress' },
      { at: ago(telling, 15), memberId: members.ada, kind: 'owner', text: 'Ada Okafor' },
      { at: ago(telling, 15), memberId: members.ada, kind: 'due', text: addDays(today, -3) },
      {
        at: ago(telling, 14),
        memberId: members.ada,
        kind: 'note',
        text: 'Warranty ran out in spring. Quote asked for.',
      },
      {
        at: ago(telling, 14),
        memberId: members.ada,
        kind: 'reply',
        text: 'Thank you for pulling the plug. An electrician comes next week.',
      },
    ],
    posts: [{ channel: 'email', state: 'sent', at }],
  })
  const merged = ago(telling, 14)
  await aReport(db, {
    title: 'Kiln stinks',
    deviceId: places.kiln.id,
    state: 'done',
    doneAt: merged,
    mergedInto: id,
    reporterId: members.cy,
    at: ago(telling, 15, 12),
    entries: [{ at: merged, memberId: members.ada, kind: 'merged', text: 'Burnt smell from the kiln' }],
    posts: [{ channel: 'email', state: 'sent', at: ago(telling, 15, 12) }],
  })
}

const tellDone = async (db: Kysely<Database>, telling: IssueTelling) => {
  const { members } = telling
  const at = ago(telling, 30)
  const doneAt = ago(telling, 25)
  await aReport(db, {
    title: 'Kitchen tap drips',
    area: 'Kitchen',
    state: 'done',
    doneAt,
    reporterId: members.bo,
    pictures: [await drawTap()],
    at,
    entries: [
      { at: ago(telling, 28), memberId: members.ada, kind: 'state', state: 'inProgress' },
      { at: doneAt, memberId: members.ada, kind: 'reply', text: 'New washer, and it’s dry now.' },
      { at: doneAt, memberId: members.ada, kind: 'state', state: 'done' },
    ],
    posts: [{ channel: 'email', state: 'sent', at }],
  })
}

/** One that is due, with its report, and one that has hours left. */
const tellMaintenance = async (db: Kysely<Database>, telling: IssueTelling, today: string) => {
  const { places } = telling
  const { id: planId } = await aMaintenancePlan(db, {
    deviceId: places.laser.id,
    title: 'Change the extraction filter',
    instructions: 'Filters are on the shelf above the laser. Write the date on the new one.',
    every: 90,
    unit: 'days',
    at: ago(telling, 91),
  })
  await aReport(db, {
    title: 'Change the extraction filter',
    description: 'Filters are on the shelf above the laser. Write the date on the new one.',
    deviceId: places.laser.id,
    planId,
    dueOn: addDays(today, -1),
    at: ago(telling, 1, 6),
  })
  await aMaintenancePlan(db, {
    deviceId: places.saw.id,
    title: 'Clean and wax the table',
    instructions: '',
    every: 500,
    unit: 'hours',
    at: ago(telling, 20),
  })
}

/** What members reported: in each state, with photos, one that a channel refused, and maintenance that is due. */
export const seedIssues = async (
  services: Services,
  { places, members }: { places: Places } & Pick<SeededSpace, 'members'>,
): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const telling = { services, places, members }
  const today = localDay(services.now(), await services.settings.get('SITE_TIME_ZONE'))
  await tellDone(db, telling)
  await tellInProgress(db, telling, today)
  await tellOpen(db, telling)
  await tellMaintenance(db, telling, today)
}
