import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditEvents } from './audit-events.ts'
import { contract, settings } from './index.ts'
import { tenseOf } from './past-fields.ts'
import type { Route } from './route.ts'
import type { Setting } from './setting.ts'
import { ChatWebhook } from './settings/shapes.ts'

/** What the files of this name export, one record a domain. */
const partsIn = async (name: 'events' | 'settings' | 'routes', isPart: RegExp): Promise<object[]> => {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    paths
      .filter((path) => new RegExp(`/(?:[a-z]+-)*${name}\\.ts$`).test(path))
      .map((path): Promise<object> => import(join(import.meta.dirname, path))),
  )
  return modules.flatMap((module) => Object.entries(module).flatMap(([key, part]) => (isPart.test(key) ? [part] : [])))
}

const namesOf = (parts: readonly object[]) => parts.flatMap((part) => Object.keys(part)).toSorted()

test('every audit event of a domain is listed, and no two domains use the same name', async () => {
  expect(namesOf(await partsIn('events', /Events$/))).toEqual(Object.keys(auditEvents).toSorted())
})

test('every setting of a domain is listed, and no two domains use the same key', async () => {
  expect(namesOf(await partsIn('settings', /Settings$/))).toEqual(Object.keys(settings).toSorted())
})

test('the settings with the rule of chat webhooks are those that chats post to', () => {
  const declared = Object.entries<Setting>(settings).filter(([, { rule }]) => rule === 'chatWebhook')
  expect(declared.map(([key]) => key).toSorted()).toEqual(ChatWebhook.options.toSorted())
})

test('the routes of every domain are listed', async () => {
  const parts = await partsIn('routes', /Api$/)
  expect(parts.length).toBeGreaterThan(15)
  const listed = new Set(Object.values(contract).flatMap((routes) => Object.values<unknown>(routes)))
  for (const part of parts) expect(Object.values(part).filter((route) => !listed.has(route))).toEqual([])
})

const SchemaPart = z.looseObject({
  type: z.unknown(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** The numbers in a JSON schema that are named as money, with what each may be at most. */
const moneyIn = (schema: unknown, name = ''): [name: string, maximum: number | undefined][] => {
  const part = SchemaPart.safeParse(schema)
  if (!part.success) return []
  const { type, maximum, properties = {}, anyOf = [], ...others } = part.data
  const isMoney = /cents|amount|price|balance/i.test(name) && (type === 'integer' || type === 'number')
  return [
    ...(isMoney ? [[name, maximum] satisfies [string, number | undefined]] : []),
    ...Object.entries(properties).flatMap(([key, value]) => moneyIn(value, key)),
    ...[...anyOf, ...Object.values(others)].flat().flatMap((value) => moneyIn(value, name)),
  ]
}

test('no amount, price or limit that is sent is larger than the database counts in cents', () => {
  const bodies = Object.values(contract).flatMap((routes) =>
    Object.values<Route>(routes).flatMap(({ body }) => (body ? [body] : [])),
  )
  const money = bodies.flatMap((body) => moneyIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })))
  expect(money.length).toBeGreaterThan(6)
  for (const [name, maximum] of money) expect(maximum, name).toBeLessThanOrEqual(2_147_483_647)
})

test('what must not be joined to its sender makes no screen ask again, which would say who sent it', () => {
  const all: Route[] = Object.values(contract).flatMap((one: Record<string, Route>) => Object.values(one))
  const unlinked = all.filter((route) => route.unlinked)
  expect(unlinked).not.toEqual([])
  expect(unlinked.filter((route) => !route.keepsAnswers).map(({ path }) => path)).toEqual([])
})

const days = ['2126-01-01', '2126-01-01 19:00', '2126-01-01T19:00:00Z', '18:00']
/** Texts, codes and numbers with the same characters. */
const noDays = ['walnut lathe', 'WALNUT-12', '0400 000 000', '1', '12-345', '2126-01-01-2126-01-01-x']

/** It takes days or times, and nothing else. */
const isOfTime = (schema: z.core.$ZodType) => {
  const takes = (text: string) => z.safeParse(schema, text).success
  return days.some(takes) && !noDays.some(takes)
}

/** The fields for days and times that do not say whether they take the past, or say it too deep to be read. */
const unsaidIn = (schema: z.ZodType): string[] => {
  const found: string[] = []
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const tense = tenseOf(zodSchema)
      const isDeep = path.filter((part) => part === 'properties').length > 1 || path.includes('items')
      if (tense === undefined ? isOfTime(zodSchema) : isDeep && tense !== 'any') found.push(path.join('.'))
    },
  })
  return found
}

test('every day and time that is sent says whether it may lie in the past: FutureDay, AnyDay and the like', () => {
  const all = Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries<Route>(routes).flatMap(([name, { params, query, body }]) =>
      [params, query, body]
        .flatMap((schema) => unsaidIn(schema ?? z.object({})))
        .map((field) => `${domain}.${name}: ${field}`),
    ),
  )
  expect(all).toEqual([])
  expect(unsaidIn(z.object({ on: z.iso.date(), at: z.string().regex(/^\d\d:\d\d$/) }))).toHaveLength(2)
})
