import { expect, test } from 'vitest'
import { describeTimes, presetsAt, readTimes, repeatWeekly, timesOf, type WantedTimes } from './opening-times.ts'

const zone = 'Europe/Berlin'
/** A Tuesday, 15:30 in Berlin. */
const now = new Date('2026-03-24T14:30:20Z')
const clock = { now, zone }

const wanted = (more: Partial<WantedTimes> = {}): WantedTimes => ({
  day: '2026-03-24',
  from: '18:00',
  until: '22:00',
  ...more,
})

test.each<[string, Partial<WantedTimes>, string, string]>([
  ['an evening', {}, '2026-03-24T17:00:00Z', '2026-03-24T21:00:00Z'],
  ['now, to the minute', { from: null, day: '2020-01-01' }, '2026-03-24T14:30:00Z', '2026-03-24T21:00:00Z'],
  ['over midnight', { until: '01:00' }, '2026-03-24T17:00:00Z', '2026-03-25T00:00:00Z'],
  ['one that has begun', { from: '14:00' }, '2026-03-24T13:00:00Z', '2026-03-24T21:00:00Z'],
  ['after the clocks changed', { day: '2026-03-29' }, '2026-03-29T16:00:00Z', '2026-03-29T20:00:00Z'],
])('%s is read in the zone of the space', (_, more, startsAt, endsAt) => {
  expect(readTimes(wanted(more), clock)).toEqual({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
})

test.each<[string, Partial<WantedTimes>, string]>([
  ['a day too far off', { day: '2026-09-01' }, 'day'],
  ['a time that clocks skip', { day: '2026-03-29', from: '02:30', until: '10:00' }, 'from'],
  ['a day that is not there', { day: '2026-02-30' }, 'from'],
])('%s is refused at its field', (_, more, field) => {
  expect(readTimes(wanted(more), clock)).toMatchObject({ field })
})

test('weeks repeat what the clock shows, also when it changes', () => {
  expect(repeatWeekly(wanted(), 2, clock).map(({ startsAt }) => startsAt.toISOString())).toEqual([
    '2026-03-24T17:00:00.000Z',
    '2026-03-31T16:00:00.000Z',
  ])
  expect(repeatWeekly(wanted({ from: null }), 2, clock)[1]?.startsAt.toISOString()).toBe('2026-03-31T13:30:00.000Z')
})

test('what is stored goes back into the form', () => {
  const times = { startsAt: new Date('2026-03-24T17:00:00Z'), endsAt: new Date('2026-03-25T00:00:00Z') }
  expect(timesOf(times, zone)).toEqual({ day: '2026-03-24', from: '18:00', until: '01:00' })
})

const evening = { from: '18:00', until: '22:00' }

test.each<[string, string, { kind: string; from: string | null; until: string }[]]>([
  [
    'by day',
    '2026-03-24T14:30:00Z',
    [
      { kind: 'now', from: null, until: '22:00' },
      { kind: 'evening', from: '18:00', until: '22:00' },
    ],
  ],
  ['in the evening', '2026-03-24T18:00:00Z', [{ kind: 'now', from: null, until: '22:00' }]],
  ['late', '2026-03-24T20:50:00Z', [{ kind: 'now', from: null, until: '23:00' }]],
])('%s one tap offers what is left', (_, at, expected) => {
  expect(presetsAt(evening, { now: new Date(at), zone })).toEqual(
    expected.map((preset) => ({ day: '2026-03-24', ...preset })),
  )
})

test('times are said where the space is', () => {
  const times = { startsAt: new Date('2026-03-24T17:00:00Z'), endsAt: new Date('2026-03-24T21:00:00Z') }
  expect(describeTimes(times, { zone, locale: 'en-GB' })).toBe('Tuesday 24 March, 18:00 to 22:00')
})
