import { basename } from 'node:path/posix'
import { domainsOf, isContractBase, placeOf } from './places.ts'
import { codeOf } from './source.ts'
import { isSource, isTest, sources, type Check } from './tree.ts'

const verbNoun = /^[a-z0-9]+(-[a-z0-9]+)+\.ts$/
const words: Record<string, RegExp[]> = {
  server: [/^(routes|queries|rules|factory|jobs|mails|channels|gateway)\.ts$/, verbNoun, /^[a-z0-9-]+\.test\.ts$/],
  web: [
    /^(api|text)\.ts$/,
    /^[a-z0-9]+(-[a-z0-9]+)*-(page|form|card|list|table|dialog|badge|picker|sheet|row|field)\.tsx$/,
    verbNoun,
    /^[a-z0-9-]+\.test\.tsx?$/,
    /^[a-z0-9-]+\.module\.css$/,
  ],
}
const nondescript = ['utils', 'util', 'lib', 'helpers', 'common', 'shared', 'misc']

/** A folder of server or web, and a journey, is named after a file of the contract. */
export const mirroredDomains: Check = (tree) => {
  const domains = domainsOf(tree)
  return [...tree.keys()].flatMap((path) => {
    const name = placeOf(path).domain ?? /^e2e\/([^/]+)\.spec\.ts$/.exec(path)?.[1]
    return name === undefined || domains.has(name) ? [] : [`${path}: there is no contract/src/${name}.ts`]
  })
}

/** Domains use a closed vocabulary of file names, without folders inside. */
export const knownFileNames: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const { tier, domain } = placeOf(path)
    if (domain === undefined) return []
    if (path.split('/').length > 4) return [`${path}: a domain holds no folders`]
    const known = words[tier]?.some((word) => word.test(basename(path)))
    return known ? [] : [`${path}: not a word of the ${tier}'s vocabulary (scripts/structure/vocabulary.ts)`]
  })

export const contractFileNames: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const name = /^contract\/src\/(.+)$/.exec(path)?.[1]
    if (name === undefined || /^[a-z]+(\.test)?\.ts$/.test(name) || isContractBase(name.replace(/\.ts$/, ''))) return []
    return [`${path}: a file of the contract is one plural noun`]
  })

export const tellingFolders: Check = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const folder = path
      .split('/')
      .slice(0, -1)
      .find((part) => nondescript.includes(part))
    return folder === undefined ? [] : [`${path}: "${folder}" says nothing about what is in it`]
  })

const camel = (kebab: string) => kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A verb-noun file exports what it is named after: lock-door.ts exports lockDoor. */
export const namedAfterExport: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const isCommand = placeOf(path).layer === 'domain' && verbNoun.test(basename(path)) && !isTest(path)
    if (!isCommand) return []
    const name = camel(basename(path, '.ts'))
    const exported = new RegExp(`\\bexport\\s+(?:async\\s+)?(?:const|function\\*?|class|type)\\s+${name}\\b`, 'i')
    return exported.test(codeOf(text)) ? [] : [`${path}: does not export ${name}`]
  })

const longest = 250

export const shortFiles: Check = (tree) =>
  [...tree].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length
    const counted = isSource(path) || path.endsWith('.css')
    return counted && lines > longest ? [`${path}: ${lines} lines, more than ${longest}`] : []
  })
