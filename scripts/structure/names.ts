import { basename } from 'node:path/posix'
import { placeOf, targetOf } from './places.ts'
import { codeOf, importsOf } from './source.ts'
import { isSource, isTest, isTesting, sources, type Check } from './tree.ts'

/** What a file of a domain does not begin with: it is named after the noun it is about, and holds every verb of it. */
const verbs = new Set(
  (
    'add ask await announce apply authorise batch begin book call cancel change check claim close collect command compare ' +
    'confirm connect count create delete deliver describe dial dismiss download drive end erase execute expire explain export ' +
    'filter find fix forget format get give grant handle hash hold insert issue keep leave limit list load lock log look mail ' +
    'make mark match measure move note open order own parse pick play post prepare preview prolong prune push queue read ' +
    'record refund refuse register relabel release remove rename render replace reset resend restore retry reverse revoke run ' +
    'save say select send serve set show sign start stop store sum sweep switch take tell test text tidy track try unlock ' +
    'update upload verify wait watch word write'
  ).split(' '),
)

/** Words that begin like an act and are nouns all the same, as files are named after them. */
const nouns = new Set(['card', 'post', 'text', 'texts', 'set-up'])

const isNoun = (name: string) => nouns.has(name) || !verbs.has(name.split('-')[0] ?? '') || !name.includes('-')

export const nounFileNames: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const { domain, tier } = placeOf(path)
    const isNamed = domain !== undefined && isSource(path) && (tier === 'server' || path.endsWith('.ts'))
    const name = basename(path).replace(/(\.test|\.testing)?\.tsx?$/, '')
    return !isNamed || isTest(path) || isNoun(name)
      ? []
      : [`${path}: a file is named after its noun, not after what is done with it`]
  })

const shortest = 25
/** Each has its place whatever its length: a newcomer looks for it there. */
const fixedNames =
  /^(domain|rules|jobs|channels|personal-data|api|text|factory|index|([a-z]+-)*(routes|shapes|words|settings|events|errors))\.ts$|\.testing\.tsx?$/

/** A file of a few lines belongs to what uses it, unless it says in its first line why it stands alone. */
export const longFiles: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const { domain } = placeOf(path)
    const lines = text.trimEnd().split('\n').length
    if (domain === undefined || isTest(path) || fixedNames.test(basename(path)) || lines >= shortest) return []
    if (path.endsWith('-page.tsx') || /^\/\/ On its own: .{8,}/.test(text)) return []
    return [`${path}: ${lines} lines; it belongs to what uses it, or begins with "// On its own: " and a reason`]
  })

/** What only tests use says so in its name, and nothing else uses it. */
export const testingFiles: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (isTest(path) || isTesting(path) || !/^(server|web)\/src\//.test(path) || basename(path) === 'test-setup.ts')
      return []
    return importsOf(text).flatMap(({ specifier, typeOnly }) => {
      const to = targetOf(path, specifier)
      return to !== undefined && isTesting(to) && !typeOnly ? [`${path}: imports ${to}, which is for tests`] : []
    })
  })

const declared = /^(?:export )?(?:type|interface) (\w+)/gm
/** Every component of React has its Props. */
const everywhere = new Set(['Props'])

/** The name of a type stands once, so that a search for it finds one thing. */
export const uniqueTypeNames: Check = (tree) => {
  const places = new Map<string, Set<string>>()
  for (const [path, text] of sources(tree)) {
    if (isTest(path)) continue
    for (const [, name = ''] of codeOf(text).matchAll(declared))
      if (!everywhere.has(name)) places.set(name, (places.get(name) ?? new Set()).add(path))
  }
  return [...places].flatMap(([name, paths]) => {
    const [first, ...others] = paths
    return others.map((path) => `${path}: the type ${name} stands in ${first}, too`)
  })
}
