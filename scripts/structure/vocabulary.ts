import { basename } from 'node:path/posix'
import { domainsOf, placeOf } from './places.ts'
import { isSource, type Check } from './tree.ts'

const kebab = '[a-z0-9]+(-[a-z0-9]+)*'
const words: Record<string, RegExp[]> = {
  server: [new RegExp(`^${kebab}(\\.testing|\\.test)?\\.ts$`)],
  web: [
    new RegExp(`^${kebab}(\\.testing|\\.test)?\\.ts$`),
    new RegExp(
      `^${kebab}(-page|-form|-card|-list|-table|-dialog|-badge|-picker|-sheet|-row|-field|\\.testing|\\.test)\\.tsx$`,
    ),
    new RegExp(`^${kebab}\\.module\\.css$`),
  ],
}
const nondescript = ['utils', 'util', 'lib', 'helpers', 'common', 'shared', 'misc']

/** A folder of server or web, and a journey, is named after a folder of the contract; a journey may say which part. */
export const mirroredDomains: Check = (tree) => {
  const domains = [...domainsOf(tree)]
  const isJourneyOf = (journey: string) => domains.some((name) => journey === name || journey.startsWith(`${name}-`))
  return [...tree.keys()].flatMap((path) => {
    const folder = placeOf(path).domain
    const journey = /^e2e\/([^/]+)\.spec\.ts$/.exec(path)?.[1]
    const isKnown = folder !== undefined ? domains.includes(folder) : journey === undefined || isJourneyOf(journey)
    return isKnown ? [] : [`${path}: there is no contract/src/${folder ?? journey}`]
  })
}

/** So many files of one domain may stand side by side before it is sorted into folders, which hold no further ones. */
const crowd = 25

export const knownFileNames: Check = (tree) => {
  const counts = new Map<string, number>()
  const homeOf = (path: string) => path.split('/').slice(0, 3).join('/')
  for (const path of tree.keys()) counts.set(homeOf(path), (counts.get(homeOf(path)) ?? 0) + 1)
  return [...tree.keys()].flatMap((path) => {
    const { tier, domain } = placeOf(path)
    if (domain === undefined) return []
    const depth = path.split('/').length
    if (depth > 5) return [`${path}: a folder of a domain holds no folders`]
    if (depth > 4 && (counts.get(homeOf(path)) ?? 0) <= crowd)
      return [`${path}: a domain of ${crowd} files or fewer holds no folders`]
    const known = words[tier]?.some((word) => word.test(basename(path)))
    return known ? [] : [`${path}: not a name for a file of the ${tier} (scripts/structure/vocabulary.ts)`]
  })
}

/** What is agreed in a domain: its routes, the shapes they carry, and the plain words both are made of, without Zod. */
const contractFile =
  /^((bulk-|staff-|desk-|debit-|plan-|webhook-|attendance-|secret-|token-|script-|strong-|provider-)?(routes|shapes)|attendance-(words|settings|events)|(provider-)?errors|field|(profile-|membership-|derived-)?fields|forms|columns|words|settings|events|definitions|references|account-numbers|counting|approval|ranked|choices|ballot-bytes|recount|chart-table)(\.test)?\.ts$/

export const contractFileNames: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const [, , domain, name, deeper] = path.split('/')
    if (!path.startsWith('contract/src/') || domain === undefined || name === undefined) return []
    return contractFile.test(name) && deeper === undefined
      ? []
      : [
          `${path}: a domain of the contract holds routes.ts, shapes.ts, words.ts, settings.ts, events.ts, errors.ts, and what is declared of fields`,
        ]
  })

export const tellingFolders: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const folder = path
      .split('/')
      .slice(0, -1)
      .find((part) => nondescript.includes(part))
    return folder === undefined ? [] : [`${path}: "${folder}" says nothing about what is in it`]
  })

/** Words of which the reader has to ask who is meant. They also make a member a man. */
const vague = /\b(?:[Ss]omebody|[Nn]obody|[Ww]hoever|[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b/
/** The account of this name on Unix systems. */
const account = /(['`])[n]obody\1/g

/** Texts, comments and titles of tests name the member, caller, device or staff they are about. */
export const plainWords: Check = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!isSource(path) && !path.endsWith('.md')) return []
    return text.split('\n').flatMap((line, at) => {
      const word = vague.exec(line.replaceAll(account, ''))?.[0]
      return word === undefined ? [] : [`${path}:${at + 1}: "${word}": say which member, caller, device or staff`]
    })
  })

const longest = 300

export const shortFiles: Check = (tree) =>
  [...tree].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length
    const counted = isSource(path) || path.endsWith('.css')
    return counted && lines > longest ? [`${path}: ${lines} lines, more than ${longest}`] : []
  })
