import type { Route } from '@spacekeeper/contract/route.ts'
import { Download, Empty, EventStream } from '@spacekeeper/contract/route.ts'
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

/** The JSON schema by which answers are written. Fields it does not name never leave the server. */
export const answerSchema = (route: Route): JsonSchema | undefined => {
  if (route.output === Empty || route.output === Download || route.output === EventStream) return undefined
  return z.toJSONSchema(route.output, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      flattenNullable(jsonSchema)
      // Patterns and formats are checked by tests; the serialiser would only be slowed by them.
      delete jsonSchema.pattern
      delete jsonSchema.format
    },
  })
}
