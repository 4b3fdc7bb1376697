import { createHash } from 'node:crypto'
import { bareAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import type { StatementLine } from './statement.ts'

/** A line of a file with the account it is of; the payer's account is empty where it is the space's own. */
export type NamedLine = StatementLine & { account: string }

/** A line that is there already. */
export type StoredLine = NamedLine & { id: number; identity: string; isAside: boolean; isOtherFormat: boolean }

const hash = (content: readonly unknown[]) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** How a text is wrapped and in which case it stands depends on the export. */
const plain = (text: string) => foldText(text).replaceAll(/\s+/g, '')

const hasDigit = (reference: string) => /\d/.test(reference)

/** A reference without a digit is a word, such as the kind of payment, and not a name for one line. */
const properReference = (reference: string) => (hasDigit(reference) ? plain(reference) : '')

const placeOf = ({ account, bookedOn, amountCents, currency }: NamedLine) => [account, bookedOn, amountCents, currency]

/**
 * The identity of a line: all that stands on it, with the bank's reference. The payer's account is compared beside it,
 * because it may be missing: it is left out where it was the space's own.
 */
export const lineIdentity = (line: NamedLine): string =>
  hash([
    ...placeOf(line),
    plain(line.payerName),
    plain(line.text),
    properReference(line.bankReference),
    plain(line.endToEnd),
  ])

/** Former identities of lines: the bank's reference alone, where they had one. A word alone would find others. */
const formerIdentities = (line: NamedLine): string[] => {
  const reference = line.former?.bankReference ?? line.bankReference
  if (reference === '') return [hash([...placeOf(line), line.text, line.payerName, line.payerAccount])]
  return hasDigit(reference) ? [hash([...placeOf(line), reference])] : []
}

const isErased = ({ text, payerName, payerAccount }: StoredLine) => text + payerName + payerAccount === ''

/** Under what a stored line is found. One whose texts are erased has what it was known by as it came. */
const keysOfStored = (stored: StoredLine): Set<string> =>
  new Set([lineIdentity(stored), ...(isErased(stored) ? [stored.identity] : [])])

const accountsGoTogether = (a: string, b: string) => a === '' || b === '' || bareAccount(a) === bareAccount(b)

/** Stored lines, each of which is found once: what a file has twice has to be there twice. */
const poolOf = (stored: readonly StoredLine[]) => {
  const byKey = new Map<string, StoredLine[]>()
  for (const line of stored)
    for (const key of keysOfStored(line)) {
      const there = byKey.get(key)
      if (there) there.push(line)
      else byKey.set(key, [line])
    }
  const taken = new Set<number>()
  const take = (key: string, fits: (line: StoredLine) => boolean): boolean => {
    const found = byKey.get(key)?.find((line) => !taken.has(line.id) && fits(line))
    if (found) taken.add(found.id)
    return found !== undefined
  }
  return { take, isTaken: ({ id }: StoredLine) => taken.has(id) }
}

type LineWords = { name: string; text: string; account: string; reference: string }

const wordsOf = ({ payerName, text, payerAccount, bankReference }: NamedLine): LineWords => ({
  name: plain(payerName),
  text: plain(text),
  account: bareAccount(payerAccount),
  reference: properReference(bankReference),
})

/** So much of a text says something wherever it stands in another. */
const tellingLength = 8

/** Whether one text is the other with more said. */
const completes = (a: string, b: string): boolean => {
  const [short = '', long = ''] = [a, b].toSorted((x, y) => x.length - y.length)
  return long.startsWith(short) || (short.length >= tellingLength && long.includes(short))
}

/** Whether a line that is not in the file may be this one in other words: its bank completed or changed its text. */
const mayBeSame = (stored: LineWords, line: LineWords, isUnique: (reference: string) => boolean): boolean => {
  const haveReferences = stored.reference !== '' && line.reference !== ''
  if (haveReferences && stored.reference === line.reference && isUnique(line.reference)) return true
  if (!completes(stored.name, line.name) || !accountsGoTogether(stored.account, line.account)) return false
  if (completes(stored.text, line.text)) return true
  const isSamePayer =
    (stored.name !== '' && stored.name === line.name) || (stored.account !== '' && stored.account === line.account)
  return isSamePayer && !(haveReferences && stored.reference !== line.reference)
}

/** More of one day and amount than a person could compare. */
const mostCompared = 100

type LineComparison = {
  lines: readonly NamedLine[]
  /** Those that are not there yet. */
  left: readonly NamedLine[]
  stored: readonly StoredLine[]
  isTaken: (line: StoredLine) => boolean
}

/**
 * Whether the file has lines of days of which it must have all, between its first and its last, and what is stored of
 * them is not in it but for day and amount: its columns are read in another way than when they came.
 */
const isReadAnew = ({ lines, left, stored, isTaken }: LineComparison): boolean => {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const isWithin = ({ bookedOn }: NamedLine) => bookedOn > (days[0] ?? '') && bookedOn < (days.at(-1) ?? '')
  const places = new Set(left.filter(isWithin).map((line) => placeOf(line).join()))
  return stored.some((one) => !one.isOtherFormat && !isTaken(one) && places.has(placeOf(one).join()))
}

/** Finds the line of an earlier file that a new one may be: in another format, or one that this file has not. */
const twinFinder = (comparison: LineComparison) => {
  const { lines, stored, isTaken } = comparison
  const isAnew = isReadAnew(comparison)
  const placed = ({ bookedOn, amountCents, currency }: NamedLine) => `${bookedOn} ${amountCents} ${currency}`
  const candidates = Map.groupBy(
    stored
      .filter((one) => !one.isAside && (one.isOtherFormat || !isTaken(one)))
      .map((one) => ({ one, words: wordsOf(one) })),
    ({ one }) => placed(one),
  )
  const references = Map.groupBy(lines, ({ bankReference }) => properReference(bankReference))
  const isUnique = (reference: string) => references.get(reference)?.length === 1
  return (line: NamedLine): number | null => {
    const words = wordsOf(line)
    const twin = candidates
      .get(placed(line))
      ?.slice(0, mostCompared)
      .find(
        ({ one, words: others }) =>
          one.isOtherFormat || (isAnew && one.account === line.account) || mayBeSame(others, words, isUnique),
      )
    return twin?.one.id ?? null
  }
}

export type SortedLines = { fresh: (NamedLine & { twinId: number | null })[]; known: number }

/**
 * Which lines of a file are there already, whatever their order and wherever they stand in it. `stored` are those of the
 * same days and amounts. A new line that may be one of them in other words has it as its twin.
 */
export const sortLines = (lines: readonly NamedLine[], stored: readonly StoredLine[]): SortedLines => {
  const { take, isTaken } = poolOf(stored)
  const formerKeys = (line: NamedLine) => [
    ...(line.former ? [lineIdentity({ ...line, ...line.former })] : []),
    ...formerIdentities(line),
  ]
  // Those that are just the same first, so that none is taken for another.
  const rounds: ((line: NamedLine) => boolean)[] = [
    (line) =>
      take(lineIdentity(line), ({ payerAccount }) => bareAccount(payerAccount) === bareAccount(line.payerAccount)),
    (line) => take(lineIdentity(line), ({ payerAccount }) => accountsGoTogether(payerAccount, line.payerAccount)),
    (line) =>
      formerKeys(line).some((key) =>
        take(key, ({ payerAccount }) => accountsGoTogether(payerAccount, line.payerAccount)),
      ),
  ]
  let left = lines
  for (const isKnown of rounds) left = left.filter((line) => !isKnown(line))
  const twinOf = twinFinder({ lines, left, stored, isTaken })
  const fresh = left.map((line) => ({ ...line, twinId: twinOf(line) }))
  return { fresh, known: lines.length - fresh.length }
}
