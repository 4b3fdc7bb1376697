import { z } from 'zod'
import { Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { countedKinds, directoryHints, radiationKinds, type SensorKind, sensorRuleOf, sensorRules } from './words.ts'

const unitOf = (units: readonly string[] | 'none' | null): { unit?: z.ZodType } =>
  units === 'none' ? {} : { unit: units === null ? z.string() : z.enum([...units]) }

const said = {
  name: z.string().optional(),
  location: z.string().optional(),
  description: z.string().optional(),
  /** Seconds of Unix. */
  lastchange: z.number().int().optional(),
}

/** A sensor of a kind as the document has it. */
const documentSensor = (kind: SensorKind) => {
  const { units, needsLocation, properties, needsProperties, isSwitch } = sensorRuleOf(kind)
  const location = needsLocation ? { location: z.string() } : {}
  if (!properties)
    return z.object({ ...said, ...location, value: isSwitch ? z.boolean() : z.number(), ...unitOf(units) })
  const measured = Object.entries(properties).map(([name, one]) => {
    const property = z.object({ value: z.number(), ...unitOf(one) })
    return [name, needsProperties === 'all' ? property : property.optional()] as const
  })
  return z.object({ ...said, ...location, properties: z.object(Object.fromEntries(measured)) })
}

const lists = (kinds: readonly SensorKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, z.array(documentSensor(kind)).min(1).optional()]))

const isRadiation = (kind: string) => radiationKinds.some((one) => one === kind)

const plainKinds = Object.keys(sensorRules).filter((kind): kind is SensorKind => !isRadiation(kind))

const Count = z.array(z.object({ value: z.number().int().min(0) })).min(1)

const DocumentSensors = z.object({
  ...lists(plainKinds),
  radiation: z.object(lists(radiationKinds)).optional(),
  ...Object.fromEntries(countedKinds.map((kind) => [kind, Count.optional()])),
})

const HttpUrl = z.url({ protocol: /^https?$/ })

const Feed = z.object({ type: z.string().optional(), url: HttpUrl }).optional()

const contactFields = ['email', 'phone', 'twitter', 'facebook', 'mastodon', 'matrix', 'irc', 'ml'] as const

/** What the directory reads, after SpaceAPI 14 and 15. It names 14 only with a place, which that version demands. */
export const SpaceDocument = z
  .object({
    api_compatibility: z.array(z.enum(['14', '15'])).min(1),
    space: z.string().min(1),
    logo: HttpUrl,
    url: HttpUrl,
    location: z
      .object({
        address: z.string().optional(),
        lat: z.number().min(-90).max(90).optional(),
        lon: z.number().min(-180).max(180).optional(),
        timezone: z.string(),
      })
      .refine(({ lat, lon }) => (lat === undefined) === (lon === undefined)),
    spacefed: z.object({ spacenet: z.boolean(), spacesaml: z.boolean(), spacephone: z.boolean() }),
    cam: z.array(HttpUrl).min(1).optional(),
    /** Left out while it is not known whether the space is open. */
    state: z
      .object({
        open: z.boolean(),
        message: z.string().optional(),
        lastchange: z.number().int(),
        icon: z.object({ open: HttpUrl, closed: HttpUrl }).optional(),
      })
      .optional(),
    contact: z.object(Object.fromEntries(contactFields.map((name) => [name, z.string().min(1).optional()]))),
    sensors: DocumentSensors,
    feeds: z.object({ blog: Feed, wiki: Feed, calendar: Feed }).optional(),
    projects: z.array(HttpUrl).min(1).optional(),
    links: z
      .array(z.object({ name: z.string(), url: HttpUrl }))
      .min(1)
      .optional(),
    /** When the space was last open, in seconds of Unix. */
    ext_last_open: z.number().int().optional(),
    /** The next opening that a key-holder has announced. */
    ext_next_open: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  })
  .refine(({ api_compatibility: versions, location }) => !versions.includes('14') || location.lat !== undefined)

export type SpaceDocument = z.infer<typeof SpaceDocument>

export const SpaceMessage = Text(200).trim()

const reading = z
  .union(
    [
      z.number(),
      z.boolean(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,15}(\.\d{1,10})?$/),
    ],
    'A number, or true or false.',
  )
  .transform(Number)
  .refine((value) => Math.abs(value) < 1e15, 'This number is too large.')

const Unit = Text(50).trim().nullish()

/** What another system reports of a sensor. Known by its name; what is left out stays. */
export const SensorReport = z.object({
  type: Text(50).trim().optional(),
  name: Text(100).trim().min(1, 'A sensor needs a name.'),
  value: reading.nullish(),
  unit: Unit,
  location: Text(100).trim().nullish(),
  description: Text(200).trim().nullish(),
  properties: z
    .array(z.object({ name: Text(50).trim().min(1, 'A property needs a name.'), value: reading, unit: Unit }))
    .max(10, 'At most 10 properties.')
    .optional(),
})

export type SensorReport = z.infer<typeof SensorReport>

const SpaceSensor = z.object({
  id: z.number().int(),
  kind: z.string(),
  name: z.string(),
  location: z.string(),
  /** What it reported, as people read it: `21.5 °C`. */
  reading: z.string(),
  reportedAt: Instant,
})

export type SpaceSensor = z.infer<typeof SpaceSensor>

/** Whether the space is open, and what staff see of the directory. */
export const DirectoryOverview = z.object({
  isOn: z.boolean(),
  isOpen: z.boolean().nullable(),
  message: z.string(),
  changedAt: Instant.nullable(),
  lastOpenAt: Instant.nullable(),
  nextOpening: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  sensors: z.array(SpaceSensor),
  hints: z.array(z.enum(directoryHints)),
  address: z.string(),
  badgeAddress: z.string(),
  /** The document as it is published, or would be: JSON to read. */
  preview: z.string(),
})

export type DirectoryOverview = z.infer<typeof DirectoryOverview>
