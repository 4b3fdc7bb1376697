/** Something that no caller and no device may send, wherever it stands. */
export type Oddity = { field: string; message: string }

/** What the reader of an input refuses better by itself. */
type Leniency = { takesOddText?: boolean; takesLargeNumbers?: boolean }

/** No input of the contract is nested half as deeply. */
const deepest = 20

/** With a member of its own by one of these names, a value can no longer be compared, measured or turned into text. */
const inheritedNames = new Set(Object.getOwnPropertyNames(Object.prototype))

const wrongText = (text: string, { takesOddText = false }: Leniency): string | null => {
  if (takesOddText) return null
  if (text.includes('\u0000')) return 'Must not contain NUL characters.'
  return text.isWellFormed() ? null : 'Must be valid Unicode text.'
}

const wrongNumber = (value: number, { takesLargeNumbers = false }: Leniency): string | null =>
  takesLargeNumbers || Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : 'This number is too large.'

const wrongValue = (value: unknown, leniency: Leniency): string | null => {
  if (typeof value === 'string') return wrongText(value, leniency)
  return typeof value === 'number' ? wrongNumber(value, leniency) : null
}

const wrongName = (name: string): string | null =>
  inheritedNames.has(name) || wrongText(name, {}) !== null ? 'This field is not known here.' : null

const printable = (name: string) => name.toWellFormed().replaceAll('\u0000', '\uFFFD')

/**
 * The first thing in a parsed JSON value that the portal cannot keep or measure: text that no database takes, numbers
 * that are no longer exact, names that every object has, nesting without end. It comes before the schemas, because their
 * checks of lengths already trip over some of these. Null when there is nothing of the kind.
 */
export const findOddity = (value: unknown, leniency: Leniency = {}, path: readonly string[] = []): Oddity | null => {
  const refuse = (message: string | null, at = path) => message && { field: at.join('.') || 'body', message }
  if (typeof value !== 'object' || value === null) return refuse(wrongValue(value, leniency)) || null
  if (path.length > deepest) return { field: path[0] ?? 'body', message: 'Must not be nested so deeply.' }
  for (const [name, part] of Object.entries(value)) {
    const inside = [...path, printable(name)]
    const found = refuse(wrongName(name), inside) || findOddity(part, leniency, inside)
    if (found) return found
  }
  return null
}
