import { createHash } from 'node:crypto'
import { joinTags } from '../access/card-forms.ts'

/** A text as Python writes it, so that no two lists read the same. */
const quoted = (text: string) => {
  const escaped = text.replaceAll('\\', '\\\\')
  if (!text.includes("'")) return `'${escaped}'`
  return text.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`
}

/** The order devices get their tags in. */
export const sortTags = (tags: readonly string[]): string[] => tags.toSorted()

const asPython = (tags: readonly string[]): string => {
  if (tags.length === 0) return '[]'
  // Nearly always there is nothing to escape, and lists are long.
  const isPlain = !/['\\]/.test(joinTags(tags))
  return isPlain ? `['${tags.join("', '")}']` : `[${tags.map(quoted).join(', ')}]`
}

/** What a device compares lists by: MD5 of the sorted list as Python would print it. */
export const hashTags = (sorted: readonly string[]): string => createHash('md5').update(asPython(sorted)).digest('hex')
