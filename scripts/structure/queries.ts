import { domainsOf, placeOf } from './places.ts'
import { codeKeepingStrings, codeOf } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const query = /\buse(?:Suspense)?(?:Infinite)?Quer(?:y|ies)\(|\buseProfile\(/
/** What stands for itself: a page, a sheet of one, a card, a dialog, and a field that asks for what is typed into it. */
const standsAlone = /-(page|sheet|card|dialog|picker)\.tsx$/

const isDomainFile = (path: string) =>
  path.startsWith('web/') && placeOf(path).layer === 'domain' && !isTest(path) && !isTesting(path)

/** A row, list, table, form, field or badge shows what it is given; what it is part of has asked for it. */
export const partsTakeData: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (!isDomainFile(path) || !path.endsWith('.tsx') || standsAlone.test(path)) return []
    const asked = query.exec(codeOf(text))?.[0]
    return asked === undefined
      ? []
      : [`${path}: calls ${asked.slice(0, -1)}; a part takes data from what it is part of`]
  })

const key = /\bqueryKey: \[(?!\.\.\.apiKey\()(?:'(\w+)')?/g
const camel = (domain: string) => domain.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Keys of what the server answered come off the contract, so that what refreshes an answer finds it. */
export const contractKeys: Check = (tree) => {
  const domains = new Set([...domainsOf(tree)].map(camel))
  return sources(tree).flatMap(([path, text]) => {
    if (!isDomainFile(path)) return []
    const byHand = [...codeKeepingStrings(text).matchAll(key)].filter(([, name]) => !name || domains.has(name))
    return byHand.map(([found]) => `${path}: "${found}"; use apiQuery or apiKey`)
  })
}

const refresh = /\.(?:invalidateQueries|refetchQueries)\(/

/** A write asks again by itself for what it changed (web/src/platform/api/refresh.ts), so no screen has to think of it. */
export const ownRefreshes: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const found = isDomainFile(path) && refresh.exec(codeOf(text))?.[0]
    return found
      ? [`${path}: calls ${found.slice(1, -1)}; a write refreshes its domain, refreshDomains what else has to`]
      : []
  })
