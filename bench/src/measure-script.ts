import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt } from '../../scripts/ensure-web-built.ts'
import type { Row } from './table.ts'

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** The chunks a page asks for as soon as it shows, beside what index.html names; the login page is in these. */
const pages = [
  { what: 'login page', chunks: [], aimKb: 180 },
  { what: 'dashboard', chunks: ['dashboard-page', 'frame', 'notices'], aimKb: undefined },
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

/** What index.html names: the entry, and what is loaded beside it. */
const entries = () =>
  [...textOf('index.html').matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, path]) => (path ? [path] : []))

/** What travels: small files are not compressed. */
const bytesOf = (path: string) => {
  const file = join(dist, path)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

const kilobytes = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + bytesOf(path), 0) / 1_000

const pathOfChunk = (chunk: string) => {
  const name = readdirSync(join(dist, 'assets')).find((file) => file.startsWith(`${chunk}-`) && file.endsWith('.js'))
  if (name === undefined) throw new Error(`web/dist has no chunk named ${chunk}.`)
  return `assets/${name}`
}

/** Compressed script a browser loads to show a page: the entry, the page's chunks, and whatever these import. */
export const measureScript = (): Row[] => {
  ensureWebBuilt()
  const entry = kilobytes(withImports(entries()))
  return pages.map(({ what, chunks, aimKb }) => {
    const loaded = withImports([...entries(), ...chunks.map(pathOfChunk)])
    return {
      what: `script of the ${what}, gzip`,
      figure: kilobytes(loaded),
      unit: 'kB',
      baseline: { what: 'what index.html names', figure: entry },
      ...(aimKb !== undefined && { aim: { of: 'figure', atMost: aimKb } as const }), // its literal is wanted
      note: `${loaded.size} files`,
    }
  })
}
