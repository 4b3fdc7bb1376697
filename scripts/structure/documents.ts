import { basename, dirname, join } from 'node:path/posix'
import { domainsOf } from './places.ts'
import { isSource, isTest, madeFolders, type Check, type Tree } from './tree.ts'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const ownPath =
  /(?<![\w./@:#-])(?:contract|server|web|simulators|e2e|bench|scripts|docs|desktop|mobile|deploy|\.ci)\/[^\s`'",;:()]*/g
const link = /\]\(([^)\s]+)\)/g
const pattern = /[*<>{}…$[\]|]/

/** Decision records tell what was; everything else tells what is. */
const isDocument = (path: string) =>
  /^(README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$/.test(path) && !path.startsWith('docs/decisions/')

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

/** Names begin with 0001, 0002 and so on, without gaps or doubles. */
export const numbered = (paths: string[], after: string): string[] =>
  paths.toSorted().flatMap((path, at) => {
    const expected = `${String(at + 1).padStart(4, '0')}${after}`
    return basename(path).startsWith(expected) ? [] : [`${path}: expected the name to begin with ${expected}`]
  })

const mapRow = /^\| `(?<domain>[a-z-]+)` +\| (?<what>[^|]*\S) *\|$/gm

/** The map of domains names each of them once and says what it is; the server's list registers those it has. */
export const mappedDomains: Check = (tree) => {
  const [document, list] = ['docs/ARCHITECTURE.md', 'server/src/domains.ts']
  const map = /^## The map$(.*?)^## /ms.exec(tree.get(document) ?? '')?.[1] ?? ''
  const named = [...map.matchAll(mapRow)].map(({ groups = {} }) => groups['domain'] ?? '')
  const domains = [...domainsOf(tree)]
  const miscounted = domains.filter((domain) => named.filter((name) => name === domain).length !== 1)
  const unlisted = domains.filter(
    (domain) => tree.has(`server/src/${domain}/domain.ts`) && !tree.get(list)?.includes(`'./${domain}/domain.ts'`),
  )
  return [
    ...miscounted.map((domain) => `${document}: the map names ${domain} not once, with what it is`),
    ...named.filter((name) => !domains.includes(name)).map((name) => `${document}: there is no domain ${name}`),
    ...unlisted.map((domain) => `${list}: does not list ${domain}`),
  ]
}

const guideRow = /^- \[(?<title>[^\]]+)\]\((?<file>[a-z-]+\.md)\)$/gm
const guideName = / guide “(?<title>[A-Z][^”]*)”/g

/** The list of guides, which is the portal's help, has each once by its title; texts name guides by these titles. */
export const listedGuides: Check = (tree) => {
  const folder = 'docs/guide/'
  const list = `${folder}README.md`
  const rows = [...(tree.get(list) ?? '').matchAll(guideRow)].map(({ groups = {} }) => groups)
  const guides = [...tree].filter(([path]) => path.startsWith(folder) && path.endsWith('.md') && path !== list)
  const titles = new Set(rows.map(({ title }) => title))
  const texts = [...tree].filter(([path]) => isSource(path) && !isTest(path))
  return [
    ...guides.flatMap(([path, text]) => {
      const named = rows.filter(({ file }) => path === folder + file)
      const isRight = named.length === 1 && text.startsWith(`# ${named[0]?.['title']}\n`)
      return isRight ? [] : [`${list}: does not list ${path} once, by its title`]
    }),
    ...texts.flatMap(([path, text]) =>
      [...text.matchAll(guideName)].flatMap(({ groups: { title = '' } = {} }) =>
        titles.has(title) ? [] : [`${path}: names the guide “${title}”, which is not in ${list}`],
      ),
    ),
  ]
}
