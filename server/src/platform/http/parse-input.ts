import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { findOddity } from '../find-oddity.ts'
import { AppError, badField } from './app-error.ts'

const fieldOf = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys') return [...issue.path, issue.keys.join(', ')].join('.')
  return issue.path.join('.') || 'body'
}

const wordsOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys' ? 'This field is not known here.' : issue.message

const refuse = (error: z.ZodError) =>
  new AppError('badInput', {
    fields: error.issues.slice(0, 20).map((issue) => ({ field: fieldOf(issue), message: wordsOf(issue) })),
  })

/** Where a schema has no words of its own for a field that was left out. */
const sayMissing = ({ code, input }: { code: string; input?: unknown }) =>
  code === 'invalid_type' && input === undefined ? fieldMessages.empty : undefined

type Parser = (request: Pick<FastifyRequest, 'body' | 'query' | 'params'>) => Record<string, unknown>

/** Reads path, query and body into one object, as the route's schemas say; unknown fields are refused unless it allows them. */
export const inputParser = (route: Route): Parser => {
  const strict = (schema: z.ZodObject | undefined) => (route.unknownFields === 'ignored' ? schema : schema?.strict())
  const parts = { params: route.params, query: route.query?.strict(), body: strict(route.body) }
  const parse = (schema: z.ZodObject, value: unknown) => {
    const odd = findOddity(value)
    if (odd) throw badField(odd.field, odd.message)
    const parsed = schema.safeParse(value ?? {}, { error: sayMissing })
    if (!parsed.success) throw refuse(parsed.error)
    return parsed.data
  }
  return (request) => ({
    ...(parts.body && parse(parts.body, request.body)),
    ...(parts.query && parse(parts.query, request.query)),
    ...(parts.params && parse(parts.params, request.params)),
  })
}
