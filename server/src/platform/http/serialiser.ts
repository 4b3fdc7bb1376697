import type { Route } from '@spacekeeper/contract/route.ts'
import { Download, Empty, EventStream } from '@spacekeeper/contract/route.ts'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** `anyOf: [X, null]` costs the serialiser a validation for each value; `nullable` says the same and costs nothing. */
const flattenNullable = (schema: JsonSchema) => {
  const options = schema['anyOf']
  if (!Array.isArray(options) || options.length !== 2) return
  const other: unknown = options.find((option) => isSchema(option) && option['type'] !== 'null')
  const hasNull = options.some((option) => isSchema(option) && option['type'] === 'null')
  // Several shapes have no type of their own, which `nullable` needs.
  if (!hasNull || !isSchema(other) || other['type'] === undefined) return
  delete schema['anyOf']
  Object.assign(schema, other, { nullable: true })
}

/** Whether a route answers with JSON of its own, which needs a schema to be written by. */
export const hasAnswer = ({ output }: Route) => output !== Empty && output !== Download && output !== EventStream

const answerSchema = ({ output }: Route): JsonSchema =>
  z.toJSONSchema(output, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      flattenNullable(jsonSchema)
      // Patterns and formats are checked by tests; the serialiser would only be slowed by them.
      delete jsonSchema.pattern
      delete jsonSchema.format
    },
  })

type WriteAnswer = (answer: unknown) => string

const writers = new WeakMap<Route, WriteAnswer>()

/**
 * What writes the answers of a route. Fields that its schema does not name never leave the server. It is compiled when
 * it is first needed: for all routes together that takes a quarter of a second and memory, and most are not called in a day.
 */
export const answerWriter = (route: Route): WriteAnswer => {
  const known = writers.get(route)
  if (known) return known
  const written = fastJsonStringify(answerSchema(route))
  writers.set(route, written)
  return written
}
