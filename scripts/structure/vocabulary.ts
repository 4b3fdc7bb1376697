import { basename, dirname } from 'node:path/posix'
import { domainsOf, placeOf } from './places.ts'
import { isSource, isTest, isTesting, type Check } from './tree.ts'

const kebab = '[a-z0-9]+(-[a-z0-9]+)*'
const words: Record<string, RegExp[]> = {
  contract: [new RegExp(`^${kebab}(\\.test)?\\.ts$`)],
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

/** A domain of more files than this may be sorted into folders, which hold no further ones. */
const fewFiles = 25

export const knownFileNames: Check = (tree) => {
  const counts = new Map<string, number>()
  const homeOf = (path: string) => path.split('/').slice(0, 3).join('/')
  for (const path of tree.keys()) counts.set(homeOf(path), (counts.get(homeOf(path)) ?? 0) + 1)
  return [...tree.keys()].flatMap((path) => {
    const { tier, domain } = placeOf(path)
    if (domain === undefined) return []
    const depth = path.split('/').length
    if (depth > 5) return [`${path}: a folder of a domain holds no folders`]
    if (depth > 4 && (counts.get(homeOf(path)) ?? 0) <= fewFiles)
      return [`${path}: a domain of ${fewFiles} files or fewer holds no folders`]
    const known = words[tier]?.some((word) => word.test(basename(path)))
    return known ? [] : [`${path}: not a name for a file of the ${tier} (scripts/structure/vocabulary.ts)`]
  })
}

/** More source files than this do not stand side by side in a domain: a newcomer could not tell them apart. */
const crowd = 30

export const sortedFolders: Check = (tree) => {
  const counts = new Map<string, number>()
  for (const path of tree.keys()) {
    const isCounted = placeOf(path).domain !== undefined && isSource(path) && !isTest(path) && !isTesting(path)
    if (isCounted) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count > crowd ? [`${folder}: ${count} source files side by side, more than ${crowd}: sort them into folders`] : [],
  )
}

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
