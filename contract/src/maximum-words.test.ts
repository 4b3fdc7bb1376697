import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, tooMuch, tooMuchMoney } from './field-words.ts'
import { contract, settings } from './index.ts'
import type { Route } from './route.ts'

type Place = { path: readonly string[]; schema: z.core.$ZodType }

const partsOf = ({ _zod }: z.core.$ZodType): [name: string, part: z.core.$ZodType][] => {
  const def = _zod.def as z.core.$ZodTypes['_zod']['def'] // its type is left out where one schema names another
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape)
    case 'array':
      return [['', def.element]]
    case 'tuple':
      return def.items.map((item) => ['', item])
    case 'record':
      return [['', def.valueType]]
    case 'union':
      return def.options.map((option) => ['', option])
    case 'pipe':
      return [
        ['', def.in],
        ['', def.out],
      ]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return [['', def.innerType]]
    default:
      return []
  }
}

const numbersIn = ({ path, schema }: Place): { path: readonly string[]; schema: z.ZodNumber }[] =>
  schema instanceof z.ZodNumber
    ? [{ path, schema }]
    : partsOf(schema).flatMap(([name, part]) => numbersIn({ path: name ? [...path, name] : path, schema: part }))

const ofRoutes = Object.entries(contract).flatMap(([domain, routes]) =>
  Object.entries<Route>(routes).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => (schema ? [{ path: [domain, name], schema }] : [])),
  ),
)
const ofSettings = Object.entries(settings).map(([key, { schema }]) => ({ path: [key], schema }))

/** As existing clients call them. */
const centsByOtherNames = new Set(['memberbucks.pay.amount', 'plans.addPlan.cost'])

test('every greatest number says itself in the sentence of the specification, money in units of the currency', () => {
  const limited = [...ofRoutes, ...ofSettings]
    .flatMap(numbersIn)
    .filter(({ schema }) => (schema.maxValue ?? Infinity) < Number.MAX_SAFE_INTEGER)
  expect(limited.length).toBeGreaterThan(100)
  const wrong = limited.flatMap(({ path, schema }) => {
    const most = schema.maxValue ?? 0
    const { error } = schema.safeParse(most + 1, { error: describeIssue })
    const said = error?.issues[0]?.message
    const isMoney = path.at(-1)?.endsWith('Cents') || centsByOtherNames.has(path.join('.'))
    return said === (isMoney ? tooMuchMoney(most) : tooMuch(most)) ? [] : [`${path.join('.')} says “${said}”`]
  })
  expect(wrong).toEqual([])
})
