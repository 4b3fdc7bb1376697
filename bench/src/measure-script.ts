import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt } from '../../scripts/ensure-web-built.ts'
import type { Row } from './table.ts'

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** What a page needs is what its document names (web/session-pages.ts), and what that imports. */
const pages = [
  { what: 'login page', document: 'index.html', aimKb: 130, aimFiles: 5 },
  { what: 'dashboard', document: 'dashboard.html', aimKb: 220, aimFiles: 15 },
]

const textOf = (path: string) => readFileSync(join(dist, path), 'utf8')

/** `import…from"./x.js"`, `export…from"./x.js"` and `import"./x.js"`, as the bundler writes them; not `import("./x.js")`. */
const staticImports = (path: string) =>
  [...textOf(path).matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\/[\w.-]+\.js)["'`]/g)].map(([, found = '']) =>
    join(dirname(path), found),
  )

const withImports = (paths: readonly string[]): Set<string> => {
  const all = new Set<string>()
  const add = (path: string) => {
    if (all.has(path)) return
    all.add(path)
    for (const imported of staticImports(path)) add(imported)
  }
  for (const path of paths) add(path)
  return all
}

/** What a document names: the entry, and what is loaded beside it. */
const namedBy = (document: string) =>
  [...textOf(document).matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, path]) => (path ? [path] : []))

/** What travels: small files are not compressed. */
const bytesOf = (path: string) => {
  const file = join(dist, path)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

const kilobytes = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + bytesOf(path), 0) / 1_000

/**
 * Script a browser loads before a page shows, as gzip makes it. Browsers that speak to a portal over https, or on the
 * same machine, take Brotli, which is an eighth smaller; e2e/settings.spec.ts weighs that.
 */
export const measureScript = (): Row[] => {
  ensureWebBuilt()
  return pages.flatMap(({ what, document, aimKb, aimFiles }) => {
    const loaded = withImports(namedBy(document))
    const entry = withImports(namedBy('index.html'))
    const baseline = { what: 'of the login page' }
    return [
      {
        what: `script of the ${what}, gzip`,
        figure: kilobytes(loaded),
        unit: 'kB',
        baseline: { ...baseline, figure: kilobytes(entry) },
        aim: { of: 'figure', atMost: aimKb },
      },
      {
        what: `files of script of the ${what}`,
        figure: loaded.size,
        unit: '',
        baseline: { ...baseline, figure: entry.size },
        aim: { of: 'figure', atMost: aimFiles },
      },
    ] satisfies Row[]
  })
}
