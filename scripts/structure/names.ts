import { basename } from 'node:path/posix'
import { placeOf, targetOf } from './places.ts'
import { codeOf, importsOf } from './source.ts'
import { isSource, isTest, isTesting, sources, type Check, type Tree } from './tree.ts'

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

const declaredType = /^(?:export )?(?:type|interface) (\w+)/gm
/** Calls that a file takes out of the client (`export const { book } = api.rooms`) keep the names of the contract. */
const exportedValue = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm

/** Every component of React has its Props. */
const everywhere = new Set(['Props'])

const inCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Every page exports its `Route`, and a file that each domain may have is looked for by its own name (`jobs` in jobs.ts). */
const isByRule = (path: string, name: string) => {
  const file = basename(path)
  return file.endsWith('-page.tsx')
    ? name === 'Route'
    : fixedNames.test(file) && name === inCamelCase(basename(file, '.ts'))
}

/** Complains of each name that stands in two files of one place; a name without a place may stand anywhere. */
const standOnce = (
  tree: Tree,
  input: { what: string; declared: RegExp; placeOf: (path: string, name: string) => string | null },
) => {
  const files = new Map<string, { name: string; paths: Set<string> }>()
  for (const [path, text] of sources(tree)) {
    if (isTest(path)) continue
    for (const [, name = ''] of codeOf(text).matchAll(input.declared)) {
      const place = input.placeOf(path, name)
      if (place === null) continue
      const key = `${place} ${name}`
      files.set(key, { name, paths: (files.get(key)?.paths ?? new Set()).add(path) })
    }
  }
  return [...files.values()].flatMap(({ name, paths }) => {
    const [first, ...others] = paths
    return others.map((path) => `${path}: the ${input.what} ${name} stands in ${first}, too`)
  })
}

/** The name of a type stands once, so that a search for it finds one thing. */
export const uniqueTypeNames: Check = (tree) =>
  standOnce(tree, {
    what: 'type',
    declared: declaredType,
    placeOf: (_, name) => (everywhere.has(name) ? null : ''),
  })

/** What a workspace exports says of what it is: `refusalOf` of swipes and of routes are two names. */
export const uniqueValueNames: Check = (tree) =>
  standOnce(tree, {
    what: 'value',
    declared: exportedValue,
    placeOf: (path, name) => (isByRule(path, name) ? null : (path.split('/')[0] ?? '')),
  })

/** A schema is a type, too. */
const typeOrSchema = /^(?:export )?(?:(?:type|interface|class) (?<type>\w+)|const (?<schema>[A-Z]\w*) = z\.)/gm
const actWords = new Set(
  (
    'Wish Wishes Deed Deeds Began Begun Built Done Drawn Found Given Heard Held Kept Known Made Meant Paid Read Said Seen ' +
    'Sent Spoken Taken Told Understood Written'
  ).split(' '),
)
/** Words that end like an act and are nouns all the same. */
const nounsInEd = new Set(['Bed', 'Embed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed'])
const particle = /(?<=[a-z])(?:Back|In|Off|On|Out|To|Up)$/

const isAct = (name: string) => {
  const [word = ''] = /[A-Z][a-z\d]*$/.exec(name.replace(particle, '')) ?? []
  return actWords.has(word) || (word.endsWith('ed') && !nounsInEd.has(word))
}

/** A type is named after a thing (`ChargeFilter`, `RefundRequest`), not after what was done, wished or heard. */
export const nounTypeNames: Check = (tree) =>
  sources(tree).flatMap(([path, text]) =>
    [...codeOf(text).matchAll(typeOrSchema)].flatMap(({ groups }) => {
      const name = groups?.['type'] ?? groups?.['schema'] ?? ''
      return isAct(name) ? [`${path}: the type ${name} is named after an act, not after a thing`] : []
    }),
  )
