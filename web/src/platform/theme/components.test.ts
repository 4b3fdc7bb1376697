import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const library = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '../esm')
const files = new Map(
  globSync('components/**/*.mjs', { cwd: library }).map((path) => [basename(path, '.mjs'), join(library, path)]),
)

/** The style files of a component and of all that it is made of. */
const stylesOf = (path: string, seen = new Set<string>()): string[] => {
  if (seen.has(path) || !path.startsWith(library)) return []
  seen.add(path)
  if (path.endsWith('.module.mjs')) return [basename(path, '.module.mjs')]
  const imports = readFileSync(path, 'utf8').matchAll(/from "(\.[^"]+)"/g)
  return [...imports].flatMap(([, file = '']) => stylesOf(join(dirname(path), file), seen))
}

const usedIn = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

test('every component of the library that a screen uses has its styles, once', () => {
  const screens = globSync('**/*.tsx', { cwd: src }).map((path) => readFileSync(join(src, path), 'utf8'))
  const used = new Set([...screens.flatMap(usedIn), 'Notification'])
  const wanted = new Set([...used].flatMap((name) => stylesOf(files.get(name) ?? '')))
  const sheets = ['first-components.css', 'components.css'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  const given = [...sheets.join('\n').matchAll(/styles\/([A-Z]\w+)\.css/g)].map(([, name]) => name)
  expect(new Set(given)).toEqual(new Set(wanted))
  expect(given.length).toBe(new Set(given).size)
})
