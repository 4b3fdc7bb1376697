import { openingsApi } from '@spacekeeper/contract/openings/routes.ts'
import type { FutureKind } from '@spacekeeper/contract/past-fields.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  datedFields,
  type DatedPortal,
  dayMs,
  inputFor,
  keptFields,
  madeBefore,
  momentAt,
  momentsOf,
  send,
  startDatedPortal,
} from './dated-things.testing.ts'

/** Section 5 of the specification, word for word. */
const sentence = 'Date must be today or in the future.'

/** While it is another day in UTC. */
const places = [
  { zone: 'Pacific/Auckland', now: new Date('2026-11-28T12:20:30Z'), today: '2026-11-29' },
  { zone: 'America/Los_Angeles', now: new Date('2026-11-28T04:20:30Z'), today: '2026-11-27' },
]

describe.each(places)('in $zone, where it is $today,', (place) => {
  let dated: DatedPortal
  beforeAll(async () => {
    dated = await startDatedPortal(place)
  })
  afterAll(() => dated.portal.close())

  const refusalsOf = async (route: Route, input: Record<string, unknown>): Promise<unknown> => {
    const answer = await send(dated, route, input)
    return answer.statusCode === 400 ? answer.json().fields : []
  }
  /** The least that is over. */
  const justOver = (kind: FutureKind) => momentAt(place, kind, kind === 'instant' ? -1 : -60_000)
  /** A time alone is one of today. */
  const todayOf = (kind: FutureKind) =>
    typeof kind === 'object' ? { [kind.day]: place.today, [kind.after]: '00:00' } : {}

  test.each(datedFields)('$call refuses $field in the past, and takes today', async (one) => {
    const { route, field, kind } = one
    const input = { ...(await inputFor(dated, one)), ...todayOf(kind) }
    expect(await refusalsOf(route, { ...input, [field]: justOver(kind) })).toEqual([{ field, message: sentence }])
    const now = await refusalsOf(route, { ...input, [field]: momentAt(place, kind, 0) })
    expect(JSON.stringify(now)).not.toContain(sentence)
  })

  test.each(keptFields)(
    '$call leaves $field as it was although it is over by now, and takes nothing else that is over',
    async ({ call, route, field, kind }) => {
      const input = await madeBefore(dated, call, momentsOf(place, call, -1))
      expect((await send(dated, route, input)).statusCode).toBe(200)
      // The date of a meeting that is over stays, which has words of its own.
      const message = call === 'meetings.update' ? 'The date of a past meeting can’t be changed.' : sentence
      const other = momentAt(place, kind, -2 * dayMs)
      expect(await refusalsOf(route, { ...input, [field]: other })).toEqual([{ field, message }])
    },
  )

  test('an opening that is over today is refused at its time, and one of yesterday at its day alone', async () => {
    const early = { from: '00:00', until: justOver({ day: 'day', after: 'from' }) }
    const refusals = (days: number) =>
      refusalsOf(openingsApi.announce, { ...early, day: momentAt(place, 'day', days * dayMs) })
    expect(await refusals(0)).toEqual([{ field: 'until', message: sentence }])
    expect(await refusals(-1)).toEqual([{ field: 'day', message: sentence }])
  })
})

test('days of all kinds are tried', () => {
  expect(datedFields.length).toBeGreaterThan(30)
})
