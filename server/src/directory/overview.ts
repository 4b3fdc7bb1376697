import type { DirectoryOverview, SpaceDocument } from '@spacekeeper/contract/directory/shapes.ts'
import { badgePath, directoryPath } from '@spacekeeper/contract/directory/words.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { listComing } from '../openings/coming.ts'
import { type DirectoryFacts, hintsOf, writeDocument } from './document.ts'
import { describeReading } from './rules.ts'
import { listSensors, type StoredSensor } from './sensors.ts'
import { readSpaceState } from './space-state.ts'

const countPeople = async (ctx: Ctx, settings: Settings): Promise<DirectoryFacts['counts']> => {
  const { members, present } = await ctx.db
    .selectNoFrom([
      sql<number>`(select count(*) from members where state = 'active' and suspended_at is null)::int`.as('members'),
      sql<number>`(
        (select coalesce(sum(1 + cardinality(guests)), 0) from visits where signed_out_at is null)
        + (select count(*) from visitors where arrived_at is not null and left_at is null)
      )::int`.as('present'),
    ])
    .executeTakeFirstOrThrow()
  const isKnown = settings.SPACE_DIRECTORY_COUNTS_PEOPLE && isFeatureOn('enableSiteSignIn', settings)
  return { members, present: isKnown ? present : null }
}

const weekMs = 7 * 24 * 60 * 60 * 1000

const readFacts = async (ctx: Ctx): Promise<DirectoryFacts> => {
  const settings = await ctx.settings.all()
  const from = ctx.now()
  const until = new Date(from.getTime() + weekMs)
  const [state, sensors, counts, [nextOpening = null]] = await Promise.all([
    readSpaceState(ctx),
    listSensors(ctx),
    countPeople(ctx, settings),
    listComing(ctx, { from, until, limit: 1 }),
  ])
  return { settings, siteUrl: ctx.siteUrl, state, sensors, counts, nextOpening }
}

/** What the directory reads; not found while the space does not publish itself. */
export const getDocument = async (ctx: Ctx): Promise<SpaceDocument> => {
  if (!(await ctx.settings.get('ENABLE_SPACE_DIRECTORY'))) throw new AppError('directoryOff')
  return writeDocument(await readFacts(ctx))
}

const describeSensor = (sensor: StoredSensor) => ({
  id: sensor.id,
  kind: sensor.kind,
  name: sensor.name,
  location: sensor.location,
  reading: describeReading(sensor),
  reportedAt: sensor.reportedAt.toISOString(),
})

/** The state of the space and its directory, for staff; the document is shown before it is published, too. */
export const getDirectoryOverview = async (ctx: Ctx): Promise<DirectoryOverview> => {
  const facts = await readFacts(ctx)
  const { settings, state, nextOpening, sensors } = facts
  return {
    isOn: settings.ENABLE_SPACE_DIRECTORY,
    isOpen: state.isOpen,
    message: state.message,
    changedAt: state.changedAt?.toISOString() ?? null,
    lastOpenAt: state.lastOpenAt?.toISOString() ?? null,
    nextOpening: nextOpening && {
      startsAt: nextOpening.startsAt.toISOString(),
      endsAt: nextOpening.endsAt.toISOString(),
    },
    sensors: sensors.map((sensor) => describeSensor(sensor)),
    hints: hintsOf(facts),
    address: `${ctx.siteUrl}${directoryPath}`,
    badgeAddress: `${ctx.siteUrl}${badgePath}`,
    preview: JSON.stringify(writeDocument(facts), null, 2),
  }
}
