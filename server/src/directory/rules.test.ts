import { SensorReport } from '@spacekeeper/contract/directory/shapes.ts'
import { expect, test } from 'vitest'
import { applyReport, describeReading, type SensorFacts } from './rules.ts'

const report = (facts: Record<string, unknown>) => SensorReport.parse({ name: 'One', ...facts })

const windy = [
  { name: 'speed', value: 3, unit: 'm/s' },
  { name: 'gust', value: 5, unit: 'm/s' },
  { name: 'direction', value: 270, unit: '°' },
  { name: 'elevation', value: 12, unit: 'm' },
]

test.each([
  [{ type: 'temperature', value: 21.5, unit: '°C', location: 'Lab' }, '21.5 °C'],
  [{ type: 'humidity', value: '40', location: 'Lab' }, '40 %'],
  [{ type: 'barometer', value: 1013, unit: 'hPA', location: 'Roof' }, '1,013 hPa'],
  [{ type: 'door_locked', value: true, location: 'Front door' }, 'locked'],
  [{ type: 'door_locked', value: 0, location: 'Front door' }, 'unlocked'],
  [{ type: 'radiation', value: 0.1, unit: 'μSv/h' }, '0.1 µSv/h'],
  [{ type: 'network_connections', value: 12, unit: 'clients' }, '12'],
  [{ type: 'account_balance', value: -1234.56, unit: 'EUR' }, '-1,234.56 EUR'],
  [{ type: 'wind', location: 'Roof', properties: windy }, 'speed 3 m/s, gust 5 m/s, direction 270 °, elevation 12 m'],
  [{ type: 'network_traffic', properties: [{ name: 'bits_per_second', value: 100 }] }, 'bits per second 100'],
])('%o is taken as %s', (facts, reading) => {
  const applied = applyReport(undefined, report(facts))
  expect('sensor' in applied ? describeReading(applied.sensor) : applied.problem).toBe(reading)
})

test.each([
  [{ value: 1 }, 'type', 'Say what kind'],
  [{ type: 'mood', value: 1 }, 'type', 'The kind is one of temperature'],
  [{ type: 'people_now_present', value: 9 }, 'type', 'The portal counts this itself.'],
  [{ type: 'temperature', value: 1, unit: '°C' }, 'location', 'Say where it is.'],
  [{ type: 'temperature', value: 1, unit: 'C', location: 'Lab' }, 'unit', 'The unit is one of °C'],
  [{ type: 'temperature', unit: '°C', location: 'Lab' }, 'value', 'Say what it measures.'],
  [{ type: 'door_locked', value: 2, location: 'Lab' }, 'value', 'Must be true or false.'],
  [{ type: 'account_balance', value: 2 }, 'unit', 'Say the unit.'],
  [{ type: 'wind', location: 'Roof', properties: windy.slice(1) }, 'properties', 'Say speed as well.'],
  [{ type: 'wind', location: 'Roof', properties: [{ name: 'smell', value: 1 }] }, 'properties', 'The properties are'],
  [{ type: 'network_traffic' }, 'properties', 'Say one of bits_per_second'],
  [
    { type: 'network_traffic', properties: [{ name: 'bits_per_second', value: -1 }] },
    'properties',
    'can’t be negative',
  ],
])('%o is refused at %s', (facts, field, message) => {
  expect(applyReport(undefined, report(facts))).toMatchObject({
    problem: { field, message: expect.stringContaining(message) },
  })
})

test('what a report leaves out stays, unless the sensor becomes one of another kind', () => {
  const before: SensorFacts = {
    kind: 'temperature',
    name: 'One',
    value: 20,
    unit: '°C',
    location: 'Lab',
    description: 'By the window',
    properties: {},
  }
  expect(applyReport(before, report({ value: 21 }))).toEqual({ sensor: { ...before, value: 21 } })
  expect(applyReport(before, report({ type: 'humidity', value: 40 }))).toEqual({
    sensor: { ...before, kind: 'humidity', value: 40, unit: '%' },
  })
  expect(applyReport(before, report({ type: 'power_consumption', value: 40 }))).toMatchObject({
    problem: { field: 'unit' },
  })
})
