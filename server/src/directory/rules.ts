import type { SensorReport } from '@spacekeeper/contract/directory/shapes.ts'
import {
  countedKinds,
  otherSensorNames,
  type SensorKind,
  sensorRuleOf,
  sensorRules,
} from '@spacekeeper/contract/directory/words.ts'
import { numberFormat, textLanguage } from '@spacekeeper/contract/formatters.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'

type Measurement = { value: number; unit: string | null }

export type SensorFacts = {
  kind: SensorKind
  name: string
  value: number | null
  unit: string | null
  location: string
  description: string
  properties: Readonly<Record<string, Measurement>>
}

export type SensorProblem = { field: string; message: string }

const kinds = keysOf(sensorRules)

export const sensorKindOf = (name: string): SensorKind | undefined =>
  otherSensorNames[name] ?? kinds.find((kind) => kind === name)

/** Ways to write a unit that mean the same: a Greek mu for a micro sign, and what version 14 took for hPa. */
const plainUnit = (unit: string) => unit.replaceAll('\u03bc', '\u00b5').replace(/^hpa$/i, 'hPa')

type Units = readonly string[] | 'none' | null

/** The unit as it is published; the only one there is, where none is said. */
const unitFor = (given: string | null | undefined, units: Units): string | null => {
  if (units === 'none') return null
  if (given !== null && given !== undefined && given !== '') return plainUnit(given)
  return units?.length === 1 ? (units[0] ?? null) : null
}

const problemOfUnit = (unit: string | null, units: Units): string | null => {
  if (units === 'none') return null
  if (units === null) return unit === null ? 'Say the unit.' : null
  return unit !== null && units.includes(unit) ? null : `The unit is one of ${units.join(', ')}.`
}

const problemOfKind = (type: string | undefined): SensorProblem => {
  if (type === undefined) return { field: 'type', message: 'Say what kind of sensor this is.' }
  const isCounted = countedKinds.some((kind) => kind === type)
  return {
    field: 'type',
    message: isCounted ? 'The portal counts this itself.' : `The kind is one of ${kinds.join(', ')}.`,
  }
}

const problemOfProperties = ({ kind, properties }: SensorFacts): SensorProblem | null => {
  const { properties: known = {}, needsProperties } = sensorRuleOf(kind)
  const unknown = Object.keys(properties).find((name) => !Object.hasOwn(known, name))
  const names = Object.keys(known)
  if (unknown !== undefined) return { field: 'properties', message: `The properties are ${names.join(', ')}.` }
  const missing = names.filter((name) => !Object.hasOwn(properties, name))
  if (needsProperties === 'all' && missing[0] !== undefined)
    return { field: 'properties', message: `Say ${missing.join(', ')} as well.` }
  if (missing.length === names.length) return { field: 'properties', message: `Say one of ${names.join(', ')}.` }
  for (const [name, { value, unit }] of Object.entries(properties)) {
    const problem = problemOfUnit(unit, known[name] ?? 'none')
    if (problem !== null) return { field: 'properties', message: `${name}: ${problem}` }
    if (needsProperties === 'some' && value < 0) return { field: 'properties', message: `${name} can’t be negative.` }
  }
  return null
}

/** Why a sensor can't be published; null when it can. */
const problemOfSensor = (sensor: SensorFacts): SensorProblem | null => {
  const { units, needsLocation, properties, isSwitch } = sensorRuleOf(sensor.kind)
  if (needsLocation && sensor.location === '') return { field: 'location', message: 'Say where it is.' }
  if (properties) return problemOfProperties(sensor)
  if (sensor.value === null) return { field: 'value', message: 'Say what it measures.' }
  if (isSwitch && sensor.value !== 0 && sensor.value !== 1) return { field: 'value', message: 'Must be true or false.' }
  const problem = problemOfUnit(sensor.unit, units)
  return problem === null ? null : { field: 'unit', message: problem }
}

const emptySensor = { value: null, unit: null, location: '', description: '', properties: {} }

/** What a sensor is after a report: what the report leaves out stays as it was, while the sensor is of the same kind. */
export const applyReport = (
  before: SensorFacts | undefined,
  report: SensorReport,
): { sensor: SensorFacts } | { problem: SensorProblem } => {
  const kind = report.type === undefined ? before?.kind : sensorKindOf(report.type)
  if (kind === undefined) return { problem: problemOfKind(report.type) }
  const { units, properties: known } = sensorRuleOf(kind)
  const base = before?.kind === kind ? before : emptySensor
  const measured = (report.properties ?? []).map(
    ({ name, value, unit }) => [name, { value, unit: unitFor(unit, known?.[name] ?? 'none') }] as const,
  )
  const sensor: SensorFacts = {
    kind,
    name: report.name,
    value: known ? null : (report.value ?? base.value),
    unit: known ? null : unitFor(report.unit ?? base.unit, units),
    location: report.location ?? before?.location ?? '',
    description: report.description ?? before?.description ?? '',
    properties: known ? { ...base.properties, ...Object.fromEntries(measured) } : {},
  }
  const problem = problemOfSensor(sensor)
  return problem ? { problem } : { sensor }
}

const withUnit = ({ value, unit }: Measurement) =>
  `${numberFormat(textLanguage).format(value)}${unit === null ? '' : ` ${unit}`}`

/** What a sensor says, for people: `21.5 °C`, `locked`, `speed 3 m/s, gust 5 m/s`. */
export const describeReading = ({ kind, value, unit, properties }: SensorFacts): string => {
  const { isSwitch, properties: known = {} } = sensorRuleOf(kind)
  if (isSwitch) return value === 1 ? 'locked' : 'unlocked'
  if (value !== null) return withUnit({ value, unit })
  return Object.keys(known)
    .flatMap((name) => {
      const measured = properties[name]
      return measured ? [`${name.replaceAll('_', ' ')} ${withUnit(measured)}`] : []
    })
    .join(', ')
}
