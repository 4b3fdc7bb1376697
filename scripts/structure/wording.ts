import { codeKeepingStrings } from './source.ts'
import { textsIn } from './texts.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'
import { frozenTexts } from './wording-exceptions.ts'

const mostSentences = 2
const mostWords = 25

const sentencesOf = (value: string): string[] => value.split(/(?<=[.?!])\s+(?=[\p{Lu}{“])/u)
const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => word !== '').length

/** At most two sentences, and at most 25 words each: members read nothing longer. Older ones may only become fewer. */
export const shortTexts: Check = (tree) => {
  const old = new Set(frozenTexts)
  const long = textsIn(tree).flatMap(({ path, line, key, value }) => {
    const sentences = sentencesOf(value)
    const words = Math.max(...sentences.map(wordsIn))
    if (sentences.length <= mostSentences && words <= mostWords) return []
    const name = `${path.replace(/^web\/src\//, '')} ${key}`
    return [
      { name, problem: `${path}:${line}: ${key} has ${sentences.length} sentences, the longest of ${words} words` },
    ]
  })
  const names = new Set(long.map(({ name }) => name))
  const shortened = frozenTexts.filter((name) => !names.has(name))
  return [
    ...long.filter(({ name }) => !old.has(name)).map(({ problem }) => problem),
    ...(tree.has('scripts/structure/wording-exceptions.ts') ? shortened : []).map(
      (name) => `scripts/structure/wording-exceptions.ts: “${name}” is short now: take it off the list`,
    ),
  ]
}

/** Translated or old-fashioned English, each with the common word. */
const odd: [RegExp, string][] = [
  [/\bby (?:itself|themselves|ourselves)\b/, 'automatically, or who does it'],
  [/\banew\b/, 'again'],
  [/\bmeanwhile\b/, 'since then, or until then'],
  [/\bwhat (?:becomes|became|came) of\b/i, 'the outcome'],
  [/\bcall(?:ed|s)? (?:it|them|the \w+) off\b/, 'cancel'],
  [/\b(?:runs|ran|run) out (?:at|on|in)\b/, 'expires'],
  [/\bis told by email\b|\bare told by email\b/, 'we email them'],
  [/\bnone of the portal’s\b/, 'doesn’t belong to the portal'],
  [/\bgo(?:es)? on (?:as|with|to)\b/, 'continue'],
  [/\bgiv(?:e|es|en) back\b/, 'refund'],
  [/(?<![{<@/])\bmails?\b(?! server| program)/i, 'email'],
  [/!$/, 'no exclamation mark'],
]

/** Screens use the common word (see CONTRIBUTING.md). */
export const commonWords: Check = (tree) =>
  textsIn(tree).flatMap(({ path, line, key, value }) =>
    odd.flatMap(([pattern, better]) => {
      // Words that members may type into the search.
      if (path === 'web/src/search/text.ts') return []
      const found = pattern.exec(value)?.[0]
      return found === undefined ? [] : [`${path}:${line}: ${key} says “${found}”: ${better}`]
    }),
  )

const screenCode = (path: string) =>
  path.startsWith('web/src/') && !/\btexts?\.ts$/.test(path) && !isTest(path) && !isTesting(path)

/** Text of at least four words that begins like a sentence and ends like one. */
const sentence = /(['"`])([A-Z][\w’',-]*(?: [\w’'“”(),:;/-]+){3,}[.?])\1/g
const ofElement = />\s*([A-Z][\w’',-]*(?: [\w’'“”(),:;/-]+){2,}[.?]?)\s*</g

/** A sentence for people stands in a text file, where a translator can reach it. */
export const sentencesInTexts: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (!screenCode(path)) return []
    const code = codeKeepingStrings(text)
    const found = [...code.matchAll(sentence), ...(path.endsWith('.tsx') ? code.matchAll(ofElement) : [])]
    return found
      .filter(({ index }) => !/(?:Error|warn|error|invariant)\($/.test(code.slice(0, index).trimEnd()))
      .map(({ index, 1: quote = '', 2: words }) => {
        const line = code.slice(0, index).split('\n').length
        return `${path}:${line}: a sentence in code: move it to text.ts: ${words ?? quote}`
      })
  })

const forms = /_(?:zero|one|two|few|many|other)$/
const domainOf = (path: string) => path.split('/')[2]

const bent = /(?:\bt\((?:[^()]|\([^()]*\))*\)|\blabel|[wW]ords\[[^\]]*\])\)?\.to(?:Locale)?(?:Lower|Upper)Case\(/g
const glued = /\bt\('(\w+)'(?:[^()]|\([^()]*\))*\)\}(?: |\{' '\})?\s*\$?\{t\(/g

/** A text isn't bent to lower case, and a piece of a sentence isn't glued to another: other languages order words differently. */
export const wholeTexts: Check = (tree) => {
  const pieces = new Set<string>()
  for (const { path, key, value } of textsIn(tree))
    if (!/[.?!…”]$/.test(value)) pieces.add(`${domainOf(path)} ${key.replace(forms, '')}`)
  return sources(tree).flatMap(([path, text]) => {
    if (!screenCode(path)) return []
    const lineOf = (index: number) => text.slice(0, index).split('\n').length
    return [
      ...[...text.matchAll(bent)].map(({ index }) => `${path}:${lineOf(index)}: a text made lower case: write it so`),
      ...[...text.matchAll(glued)]
        .filter(({ 1: key }) => pieces.has(`${domainOf(path)} ${key}`))
        .map(({ index }) => `${path}:${lineOf(index)}: a piece of a sentence glued to another text: make them one`),
    ]
  })
}
