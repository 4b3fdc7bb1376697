/**
 * Writes params.gen.json, by which the stand-in checks requests, from the parameter types of the official library:
 * `node simulators/src/stripe/requests/generate-params.ts`. Run it after an update of the library, or of param-types.ts.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { createGenerator, type Schema } from 'ts-json-schema-generator'
import type { ParamNode } from './params.ts'

const nodes: ParamNode[] = []
const known = new Map<string, number>()

/** Equal shapes stand once: what may be given when creating may mostly be given when updating, too. */
const add = (node: ParamNode): number => {
  const text = JSON.stringify(node)
  const at = known.get(text)
  if (at !== undefined) return at
  known.set(text, nodes.push(node) - 1)
  return nodes.length - 1
}

const definitionOf = (root: Schema, reference: string): Schema => {
  const definition = root.definitions?.[decodeURIComponent(reference.replace('#/definitions/', ''))]
  if (typeof definition !== 'object') throw new Error(`There is no ${reference}.`)
  return definition
}

const isNothing = (schema: Schema) => schema.type === 'null' || schema.const === ''

const unionOf = (root: Schema, options: Schema[]): number => {
  const some = options.filter((option) => !isNothing(option))
  const isEmptyable = some.length < options.length
  const words = some.flatMap(({ const: word }) => (typeof word === 'string' ? [word] : []))
  const others = some.filter(({ const: word }) => typeof word !== 'string').map((option) => read(root, option))
  const all = [...(words.length > 0 ? [add({ e: words })] : []), ...new Set(others)]
  const [only] = all
  const union = all.length === 1 && only !== undefined ? only : add({ u: all })
  return isEmptyable ? add({ z: union }) : union
}

const objectOf = (root: Schema, schema: Schema): number => {
  const { properties, additionalProperties, required = [] } = schema
  if (properties === undefined)
    return add({ m: typeof additionalProperties === 'object' ? read(root, additionalProperties) : add('s') })
  const o = Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      typeof property === 'object' ? [[name, read(root, property)] as const] : [],
    ),
  )
  return add(required.length > 0 ? { o, r: required } : { o })
}

function read(root: Schema, schema: Schema): number {
  if (schema.$ref?.endsWith('/Decimal')) return add('s')
  if (schema.$ref !== undefined) return read(root, definitionOf(root, schema.$ref))
  if (schema.anyOf)
    return unionOf(
      root,
      schema.anyOf.filter((option) => typeof option === 'object'),
    )
  const words = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (words.length > 0)
    return unionOf(
      root,
      words.map((word) => (word === null ? { type: 'null' } : { const: word })),
    )
  if (Array.isArray(schema.type))
    return unionOf(
      root,
      schema.type.map((type) => ({ type })),
    )
  if (schema.type === 'array')
    return add({ a: typeof schema.items === 'object' ? itemOf(root, schema.items) : add('s') })
  if (schema.type === 'object') return objectOf(root, schema)
  if (schema.type === 'number') return add('n')
  if (schema.type === 'boolean') return add('b')
  return add('s')
}

const itemOf = (root: Schema, items: NonNullable<Schema['items']>): number =>
  typeof items === 'object' && !Array.isArray(items) ? read(root, items) : add('s')

const root = createGenerator({
  path: join(import.meta.dirname, 'param-types.ts'),
  tsconfig: join(import.meta.dirname, '../../../../tsconfig.json'),
  type: 'StripeParams',
  skipTypeCheck: true,
  topRef: false,
}).createSchema('StripeParams')

const roots = Object.fromEntries(
  Object.entries(root.properties ?? {}).flatMap(([name, property]) =>
    typeof property === 'object' ? [[name, read(root, property)] as const] : [],
  ),
)
const version = Stripe.PACKAGE_VERSION
const rows = nodes.map((node) => JSON.stringify(node)).join(',\n')
const file = join(import.meta.dirname, 'params.gen.json')
writeFileSync(file, `{"version":"${version}","roots":${JSON.stringify(roots)},"nodes":[\n${rows}\n]}\n`)
console.log(`${file}: ${Object.keys(roots).length} operations, ${nodes.length} shapes of stripe ${version}`)
