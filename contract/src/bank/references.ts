import { keysOf } from '../keys-of.ts'

/**
 * What a payment is for and how long the number of the member is: a reference begins with one of these letters. As the
 * length is fixed, digits that follow a reference are never taken for a part of it.
 */
const forms = {
  D: { kind: 'dues', digits: 6 },
  E: { kind: 'dues', digits: 10 },
  B: { kind: 'topUp', digits: 6 },
  C: { kind: 'topUp', digits: 10 },
} as const

type ReferenceLetter = keyof typeof forms

export type ReferenceKind = 'dues' | 'topUp'

export type PaymentReference = { kind: ReferenceKind; memberId: number }

const letters = keysOf(forms)
const longestShort = 999_999
const largestId = 2_147_483_647

/** The remainder of a text of digits and letters by 97, A counting as 10 and Z as 35 (ISO 7064, MOD 97-10). */
export const remainder97 = (text: string): number =>
  Array.from(text).reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

const checkDigits = (body: string) => String(98 - remainder97(`${body}RF00`)).padStart(2, '0')

/** In groups of four, as people read and type it. */
export const inGroups = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ')

const letterOf = ({ kind, memberId }: PaymentReference): ReferenceLetter =>
  memberId > longestShort ? (kind === 'dues' ? 'E' : 'C') : kind === 'dues' ? 'D' : 'B'

const referenceOf = (reference: PaymentReference) => {
  const letter = letterOf(reference)
  const body = `${letter}${String(reference.memberId).padStart(forms[letter].digits, '0')}`
  return inGroups(`RF${checkDigits(body)}${body}`)
}

/** What a member writes on a transfer that pays dues, such as `RF10 D000 123` (ISO 11649). */
export const duesReference = (memberId: number): string => referenceOf({ kind: 'dues', memberId })

/** What a member writes on a transfer that tops up the balance, such as `RF13 B000 123`. */
export const topUpReference = (memberId: number): string => referenceOf({ kind: 'topUp', memberId })

/** What banks and people put between the characters of a reference. */
const gap = String.raw`[\s.:/_-]*`

const some = (count: number) => String.raw`(?:${gap}\d){${count}}`

const bodies = `(?<body>[DB]${some(6)}|[EC]${some(10)})`

const found = new RegExp(`R${gap}F(?<check>${some(2)})${gap}${bodies}`, 'g')

const nearly = /(?<![A-Z0-9])(?<body>[DB]\d{6}|[EC]\d{10})(?!\d)/g

const bare = (text = '') => text.replaceAll(/[^A-Z0-9]/g, '')

const readBody = (body: string): PaymentReference[] => {
  const letter = letters.find((known) => body.startsWith(known))
  const memberId = Number(body.slice(1))
  if (letter === undefined || memberId < 1 || memberId > largestId) return []
  const reference = { kind: forms[letter].kind, memberId }
  return letterOf(reference) === letter ? [reference] : []
}

const once = (references: PaymentReference[]) => [
  ...new Map(references.map((reference) => [referenceOf(reference), reference])).values(),
]

/** What bounds the work on one text: no bank sends more. */
const longest = 2000

const upper = (text: string) => text.slice(0, longest).toUpperCase()

/** All payment references in a text, each once, whatever is around and between their parts, if their check digits are right. */
export const readReferences = (text: string): PaymentReference[] =>
  once(
    [...upper(text).matchAll(found)].flatMap(({ groups }) =>
      checkDigits(bare(groups?.['body'])) === bare(groups?.['check']) ? readBody(bare(groups?.['body'])) : [],
    ),
  )

/** Members that a text names as references do, but without check digits that prove it: no more than a hint. */
export const readHints = (text: string): PaymentReference[] =>
  once([...upper(text).matchAll(nearly)].flatMap(({ groups }) => readBody(bare(groups?.['body']))))
