import { textsIn } from './texts.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const forms = /_(zero|one|two|few|many|other)$/
/** Variables that hold a number of things. */
const counts = 'count|formatted|days|hours|minutes|weeks|months|years|uses|visits|times|perYear|notice|points|usual'
const countedNoun = new RegExp(
  String.raw`\{\{(?:${counts})\}\} (?:[a-z]+ )?(?!is\b|was\b|has\b|as\b|this\b)(?:[a-z]+s|people)\b`,
)

/** A text with a number of things has a form for one and for others, since "1 days" is wrong in every language. */
export const countedTexts: Check = (tree) =>
  textsIn(tree).flatMap(({ path, line, key, value, siblings }) => {
    const base = key.replace(forms, '')
    if (base === key) {
      const said = siblings.has(`${key}_other`) ? undefined : countedNoun.exec(value)?.[0]
      return said === undefined ? [] : [`${path}:${line}: ${key} says "${said}" and needs the forms _one and _other`]
    }
    const partner = key === `${base}_other` ? '_one' : '_other'
    const isCounted = partner === '_other' || /\{\{(?:count|formatted)\}\}/.test(value)
    return isCounted && !siblings.has(`${base}${partner}`)
      ? [`${path}:${line}: ${key} stands without ${base}${partner}`]
      : []
  })

/** A count that chooses between two words or sentences. Numbers of other kinds (`index % 5 === 1`) are not meant. */
const chosenByHand = /(?<!% \d )=== 1\s*\?\s*(?:'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`)/g

/** Code asks `sayCount` for a plural: other languages have other rules than "one, or not". */
export const pluralsByRule: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (!/^(?:contract|server|web)\/src\//.test(path) || isTest(path) || isTesting(path)) return []
    return [...text.matchAll(chosenByHand)].map(({ index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${path}:${line}: a plural chosen by hand: use sayCount of contract/src/formatters.ts`
    })
  })
