import { placeOf } from './places.ts'
import { codeKeepingStrings } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const home = 'contract/src/formatters.ts'
/** Chooses between the reader's region and the space's. */
const reader = 'web/src/platform/i18n/format.ts'
const ownLocale =
  /\bIntl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|ListFormat|DurationFormat|PluralRules|DisplayNames)\(|\.toLocale(?:Date|Time)?String\(|\bnavigator\.languages?\b/g

/** Dates, numbers and lists are written in the language of the words: only the one home of `Intl` chooses a locale. */
export const oneLocale: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const { tier } = placeOf(path)
    const isOurs = tier === 'contract' || tier === 'server' || tier === 'web'
    if (!isOurs || isTest(path) || isTesting(path) || path === home) return []
    const code = codeKeepingStrings(text)
    return [...code.matchAll(ownLocale)]
      .filter(([found]) => !(found.startsWith('navigator') && path === reader))
      .map(({ 0: found, index }) => {
        const line = code.slice(0, index).split('\n').length
        return `${path}:${line}: "${found}": take it from ${home}, which knows the language of the words`
      })
  })
