import { contract } from '@spacekeeper/contract/index.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerWriter, hasAnswer } from './serialiser.ts'

// Each is compiled when it is first needed, so one that cannot be would be found by a member.
test('the answers of every route can be written', () => {
  const routes = Object.values(contract).flatMap((domain): Route[] => Object.values(domain))
  const writers = routes.filter(hasAnswer).map((route) => answerWriter(route))
  expect(new Set(writers).size).toBe(writers.length)
})

test('a field that is not in the schema is not written', () => {
  const output = z.object({ name: z.string(), note: z.string().nullable() })
  const write = answerWriter({ method: 'GET', path: '/api/made-up/', summary: 'Made up', access: 'anyone', output })
  expect(write({ name: 'Bo', note: null, passwordHash: 'secret' })).toBe('{"name":"Bo","note":null}')
})
