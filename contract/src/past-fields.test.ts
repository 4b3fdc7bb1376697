import { expect, test } from 'vitest'
import { z } from 'zod'
import { AnyDay, FutureDay, FutureInstant, inFuture, TypedFutureDay } from './days.ts'
import { pastFields } from './past-fields.ts'

const sentence = 'Date must be today or in the future.'

/** A quarter past seven in the evening, while it is the next day in UTC. */
const clock = { now: new Date('2027-03-02T03:15:30Z'), local: '2027-03-01 19:15' }

const schema = z
  .object({
    day: FutureDay,
    optional: FutureDay.nullable().optional(),
    defaulted: FutureDay.nullable().default(null),
    typed: TypedFutureDay,
    piped: z.string().trim().pipe(FutureDay),
    instant: FutureInstant,
    minute: inFuture(z.string(), 'minute'),
    from: z.string().nullable(),
    until: inFuture(z.string(), { day: 'day', after: 'from' }),
    paidOn: AnyDay,
    name: z.string(),
  })
  .partial()

const wrongIn = (values: Record<string, unknown>, before?: Record<string, unknown>) =>
  pastFields(schema, { values, clock, before }).map(({ field }) => field)

const evening = { day: '2027-03-01', from: '18:00' }

test.each<[string, Record<string, unknown>, string[]]>([
  ['yesterday', { day: '2027-02-28' }, ['day']],
  ['today, where the space is', { day: '2027-03-01' }, []],
  ['no day', { day: '', optional: null }, []],
  ['a day that may be left out', { optional: '2027-02-28' }, ['optional']],
  ['a day with a default', { defaulted: '2027-02-28' }, ['defaulted']],
  ['a day as a browser has it', { typed: '2027-02-28' }, ['typed']],
  ['a day behind a pipe', { piped: '2027-02-28' }, ['piped']],
  ['a past day that is right', { paidOn: '2020-01-01', name: '2020-01-01' }, []],
  ['a second ago', { instant: '2027-03-02T03:15:29Z' }, ['instant']],
  ['this instant', { instant: '2027-03-02T03:15:30Z' }, []],
  ['a minute ago', { minute: '2027-03-01 19:14' }, ['minute']],
  ['a minute ago, as a browser has it', { minute: '2027-03-01T19:14' }, ['minute']],
  ['this minute', { minute: '2027-03-01 19:15' }, []],
  ['an evening that is over', { ...evening, until: '19:14' }, ['until']],
  ['an evening that is on', { ...evening, until: '19:15' }, []],
  ['a night', { ...evening, until: '02:00' }, []],
  ['an evening of tomorrow', { ...evening, day: '2027-03-02', until: '19:00' }, []],
  ['an evening of yesterday: its day says it', { ...evening, day: '2027-02-28', until: '22:00' }, ['day']],
  ['from now on', { day: '2027-03-01', from: null, until: '02:00' }, []],
])('%s', (_, values, expected) => {
  expect(wrongIn(values)).toEqual(expected)
})

test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
  ['the day that stood there stays', { day: '2027-02-27' }, { day: '2027-02-27' }, []],
  ['another past day does not', { day: '2027-02-26' }, { day: '2027-02-27' }, ['day']],
  ['an instant that stood there stays', { instant: '2027-03-01T00:00:00Z' }, { instant: new Date('2027-03-01') }, []],
  ['another one does not', { instant: '2027-03-01T00:00:01Z' }, { instant: new Date('2027-03-01') }, ['instant']],
  [
    'the hours of a night that began yesterday',
    { day: '2027-02-28', from: '20:00', until: '19:30' },
    { day: '2027-02-28' },
    [],
  ],
  [
    'once they are over',
    { day: '2027-02-28', from: '20:00', until: '19:00' },
    { day: '2027-02-28', until: '19:00' },
    ['until'],
  ],
])('%s', (_, values, before, expected) => {
  expect(wrongIn(values, before)).toEqual(expected)
})

test('a past day is refused in the words of the specification', () => {
  expect(pastFields(schema, { values: { day: '2020-01-01' }, clock })).toEqual([{ field: 'day', message: sentence }])
})
