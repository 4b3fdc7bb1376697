import { z } from 'zod'

/** Texts and numbers of which, for each field of the contract, at least one is right. */
const candidates: readonly unknown[] = [
  'walnut lathe 9',
  'ann@example.org',
  '0400 000 000',
  '2126-01-01T00:00:00Z',
  '2026-01-01',
  '2026-01',
  '2126-01-01 19:00',
  '18:00',
  '00000000-0000-4000-8000-000000000000',
  'http://127.0.0.1:9',
  '127.0.0.1',
  'aabbccddeeff',
  '1234',
  '#336699',
  // Bytes of a ballot paper and of a signature.
  'A'.repeat(86),
  'A'.repeat(342),
  'x',
  '',
  1,
  10,
  1000,
  0,
  // Scopes of OpenID Connect.
  'openid email',
]

type Definition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: z.core.$ZodType) => (schema as unknown as { def: Definition }).def // its type is left out where one schema names another

const firstOf = (values: Iterable<unknown>): unknown => [...values][0]

const fitting = (schema: z.core.$ZodType): unknown =>
  candidates.find((candidate) => z.safeParse(schema, candidate).success)

/** An input that a schema accepts, as far as that can be told without knowing what it is about. */
export const sampleOf = (schema: z.core.$ZodType): unknown => {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    case 'array':
      return [sampleOf(def.element)]
    case 'enum':
      return firstOf(Object.values(def.entries))
    case 'literal':
      return firstOf(def.values)
    case 'boolean':
      return true
    case 'union':
      return def.options[0] && sampleOf(def.options[0])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return sampleOf(def.innerType)
    case 'pipe':
      return fitting(schema) ?? sampleOf(def.in)
    default:
      return fitting(schema)
  }
}

type Path = readonly string[]

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every place in a value that a caller can fill, be it a field, a list or an item of one. */
export const placesIn = (value: unknown, path: Path = []): Path[] => [
  ...(path.length > 0 ? [path] : []),
  ...(isContainer(value) ? Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name])) : []),
]

/** The same value with something else in one place. */
export const withAt = (value: unknown, [name, ...rest]: Path, odd: unknown): unknown => {
  if (name === undefined) return odd
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? withAt(item, rest, odd) : item))
  if (!isContainer(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === name ? withAt(part, rest, odd) : part]),
  )
}
