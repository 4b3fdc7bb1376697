import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditEvents, contract, settings } from './index.ts'

/** What the files of this name export, one record a domain. */
const partsIn = async (name: 'events' | 'settings' | 'routes', isPart: RegExp): Promise<object[]> => {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    paths
      .filter((path) => path.endsWith(`/${name}.ts`))
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

test('the routes of every domain are listed', async () => {
  const parts = await partsIn('routes', /Api$/)
  expect(parts.length).toBeGreaterThan(15)
  for (const part of parts) expect(Object.values(contract)).toContain(part)
})
