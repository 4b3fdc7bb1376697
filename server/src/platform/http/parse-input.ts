import { describeIssue } from '@spacekeeper/contract/field-words.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findOddity } from '../find-oddity.ts'
import { AppError, badField } from './app-error.ts'

z.config({ customError: describeIssue })

const fieldOf = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys') return [...issue.path, issue.keys.join(', ')].join('.')
  return issue.path.join('.') || 'body'
}

/** The first thing that is wrong with each field: what a later check says of it does not help yet. */
const firstProblems = (error: z.ZodError): { field: string; message: string }[] => {
  const first = new Map<string, string>()
  for (const issue of error.issues) {
    const field = fieldOf(issue)
    if (!first.has(field)) first.set(field, issue.message)
  }
  return Array.from(first, ([field, message]) => ({ field, message }))
}

const refuse = (error: z.ZodError) => new AppError('badInput', { fields: firstProblems(error).slice(0, 20) })

type Parser = (request: Pick<FastifyRequest, 'body' | 'query' | 'params'>) => Record<string, unknown>

/** Reads path, query and body into one object, as the route's schemas say; unknown fields are refused unless it allows them. */
export const inputParser = (route: Route): Parser => {
  const strict = (schema: z.ZodObject | undefined) => (route.unknownFields === 'ignored' ? schema : schema?.strict())
  const parts = { params: route.params, query: route.query?.strict(), body: strict(route.body) }
  const parse = (schema: z.ZodObject, value: unknown) => {
    const odd = findOddity(value)
    if (odd) throw badField(odd.field, odd.message)
    const parsed = schema.safeParse(value ?? {})
    if (!parsed.success) throw refuse(parsed.error)
    return parsed.data
  }
  return (request) => ({
    ...(parts.body && parse(parts.body, request.body)),
    ...(parts.query && parse(parts.query, request.query)),
    ...(parts.params && parse(parts.params, request.params)),
  })
}
