import { dirname, join } from 'node:path/posix'
import { madeFolders, type Check, type Tree } from './tree.ts'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const ownPath =
  /(?<![\w./@:#-])(?:contract|server|web|simulators|e2e|bench|scripts|docs|desktop|mobile|deploy|\.ci)\/[^\s`'",;:()]*/g
const link = /\]\(([^)\s]+)\)/g
const pattern = /[*<>{}…$[\]|]/

/** Decision records tell what was; everything else tells what is. */
const isDocument = (path: string) =>
  /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(path) && !path.startsWith('docs/decisions/')

function stands(tree: Tree, path: string): boolean {
  const clean = path.replace(/[/.]+$/, '')
  return tree.has(clean) || [...tree.keys()].some((file) => file.startsWith(`${clean}/`))
}

function namedIn(document: string, text: string): string[] {
  const paths = [...text.matchAll(code)].flatMap(([piece]) => piece.match(ownPath) ?? [])
  const links = [...text.matchAll(link)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
  return [...paths, ...links.map((target) => join(dirname(document), target))]
}

/** Documents name only what is there. */
export const namedPathsExist: Check = (tree) =>
  [...tree]
    .filter(([path]) => isDocument(path))
    .flatMap(([document, text]) => {
      const checked = namedIn(document, text).filter(
        (path) => !pattern.test(path) && !path.split('/').some((part) => madeFolders.includes(part)),
      )
      return checked
        .filter((path) => !stands(tree, path))
        .map((path) => `${document}: names ${path}, which is not there`)
    })

/** 0001_…, 0002_… without gaps or doubles. */
export const numberedMigrations: Check = (tree) => {
  const migrations = [...tree.keys()].filter((path) => path.startsWith('server/migrations/')).toSorted()
  return migrations.flatMap((path, at) => {
    const expected = String(at + 1).padStart(4, '0')
    const right = new RegExp(`^server/migrations/${expected}_[a-z0-9_]+\\.sql$`).test(path)
    return right ? [] : [`${path}: expected the name to begin with ${expected}_`]
  })
}
