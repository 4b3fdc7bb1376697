import { features } from '@spacekeeper/contract/features.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import { type FutureKind, futureFields } from '@spacekeeper/contract/past-fields.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { addDays } from '#platform/local-day.ts'
import { localTime } from '#platform/local-time.ts'
import { requestOf, type TestClient } from './client.testing.ts'
import { newestReport } from './issues/report-scene.testing.ts'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { sampleOf } from './sample-input.testing.ts'
import { setTo } from './settings/changed-setting.testing.ts'

type RouteInput = Record<string, unknown>

/** Every field of every route that may not lie in the past, read off the contract. */
export const datedFields = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).flatMap(([name, route]) =>
    [route.query, route.body]
      .flatMap((schema) => (schema ? futureFields(schema) : []))
      .map(({ name: field, kind }) => ({ call: `${domain}.${name}`, route, field, kind })),
  ),
)

/** Those that stood there before what they belong to is changed. A time alone is always said anew. */
export const keptFields = datedFields.filter(({ route, kind }) => route.keepsPast && typeof kind !== 'object')

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Where a space is, and when: `today` is its day. */
type DatedPlace = { zone: string; now: Date; today: string }

/** A value of its kind, so long after now, or before. */
export const momentAt = ({ zone, now, today }: DatedPlace, kind: FutureKind, ms: number): string => {
  const then = new Date(now.getTime() + ms)
  if (kind === 'instant') return then.toISOString()
  if (kind === 'day') return addDays(today, Math.floor(ms / dayMs))
  return kind === 'minute' ? localTime(then, zone) : localTime(then, zone).slice(11)
}

/** The days and instants of a route, so many days from now and one after another. */
export const momentsOf = (place: DatedPlace, call: string, days: number) =>
  Object.fromEntries(
    keptFields
      .filter((one) => one.call === call)
      .map(({ field, kind }, position) => [field, momentAt(place, kind, days * dayMs + position * hourMs)]),
  )

/** What a route takes, as far as its schema says, with the days and times of now. */
const sampleFor = ({ params, query, body }: Route, place: DatedPlace): RouteInput => {
  const schemas = [params, query, body].filter((schema) => schema !== undefined)
  const sample = schemas.flatMap(({ shape }) => Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]))
  const moments = schemas.flatMap(futureFields).map(({ name, kind }) => [name, momentAt(place, kind, 0)])
  return Object.fromEntries([...sample, ...moments])
}

/** A portal of that place and time, with an administrator. */
export const startDatedPortal = async (place: DatedPlace) => {
  const clock = { now: place.now }
  const portal = await startTestPortal({ now: () => clock.now })
  for (const [key] of Object.values(features)) await setTo(portal, key, true)
  await setTo(portal, 'SITE_TIME_ZONE', place.zone)
  await setTo(portal, 'OPENINGS_BY_MEMBERS', true)
  const { id: memberId } = await aMember(portal.db, { isAdmin: true })
  const sessionid = await portal.sessionOf(memberId)
  return { portal, place, clock, memberId, sessionid, staff: await portal.as(memberId) }
}

export type DatedPortal = Awaited<ReturnType<typeof startDatedPortal>>

export const send = ({ portal, sessionid }: DatedPortal, route: Route, input: RouteInput) => {
  const { path, body } = requestOf(route, input)
  return portal.app.inject({
    method: route.method,
    url: path,
    cookies: { csrftoken: 'x', sessionid },
    headers: { 'x-csrftoken': 'x' },
    ...(body && { payload: body }),
  })
}

type Maker = (
  given: { portal: TestPortal; staff: TestClient; memberId: number },
  days: Record<string, string>,
) => Promise<RouteInput>

let count = 0

/** What each route with `keepsPast` changes: made with these days, and what is sent to change it. */
const makers: Record<string, Maker> = {
  'display.updateSlide': async ({ staff }, days) => ({
    ...(await staff.display.addSlide({ title: 'Fair', ...days })),
    title: 'Large fair',
  }),
  'issues.changeReport': async ({ staff }, days) => {
    await staff.issues.report({ title: 'Vice is stuck' })
    const { id: issueId } = await newestReport(staff)
    await staff.issues.changeReport({ issueId, ...days })
    return { issueId, state: 'inProgress' }
  },
  'labels.extendTicket': ({ staff }, { untilOn = '' }) =>
    staff.labels.createTicket({ kind: 'leave', what: 'Chair', untilOn }),
  'meetings.update': async ({ staff }, { date = '' }) => {
    const { id } = await staff.meetings.create({ type: { value: 'general' }, date })
    return { meetingId: id, chair: 'Eve' }
  },
  'openings.move': async ({ portal }, { day = '' }) => {
    // One that began yesterday is still on.
    const hours = { from: '23:00', until: '22:00' }
    const keyHolder = await portal.as((await aMember(portal.db)).id)
    const { openingId } = await keyHolder.openings.announce({ day, ...hours })
    return { openingId, ...hours, note: 'Open for all' }
  },
  'storage.extend': async ({ staff, memberId }, { untilOn = '' }) => {
    count += 1
    const place = { kind: 'shelf', area: '', name: '', notes: '', isOutOfUse: false } as const
    const { id: placeId } = await staff.storage.add({ ...place, code: `A${count}` })
    await staff.storage.assign({ placeId, memberId, untilOn })
    return { placeId }
  },
  'votes.update': async ({ staff }, times) => {
    const motion = { kind: 'motion', ballot: 'open', method: 'majority' } as const
    const { id } = await staff.votes.create({ ...motion, ...times, title: 'A lathe', meetingId: null })
    return { motionId: id, ...motion, title: 'A large lathe' }
  },
}

/** Something that was made days ago, while its days were still to come, and the input that changes all but them. */
export const madeBefore = async (
  { clock, place, ...given }: DatedPortal,
  call: string,
  days: Record<string, string>,
) => {
  clock.now = new Date(place.now.getTime() - 5 * dayMs)
  const input = await makers[call]?.(given, days)
  clock.now = place.now
  return { ...input, ...days }
}

/** What a route takes today. */
export const inputFor = (
  dated: DatedPortal,
  { call, route }: (typeof datedFields)[number],
): Promise<RouteInput> | RouteInput =>
  route.keepsPast ? madeBefore(dated, call, momentsOf(dated.place, call, 1)) : sampleFor(route, dated.place)
