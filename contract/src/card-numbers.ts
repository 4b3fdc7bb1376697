import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'

/** The zeros of other scripts; the digits from one to nine follow each of them. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
  0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0,
  0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
]

const digits = new Map(
  zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]),
  ),
)

/** What stands between the signs of a number, shown or not: blanks, dashes, colons, marks of direction. */
const separators =
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u034f\u05be\u060c\u061c\u0640\u066a-\u066d\u06d4\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u2bff\u3000-\u3006\u3008-\u303f\u30fb\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu // oxlint-disable-line no-control-regex, no-misleading-character-class -- these very characters are dropped

const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[^\0-\u065f]/gu, (sign) => digits.get(sign) ?? sign)

/** As most readers send them, which leaves nothing to do. */
const alreadyPlain = /^[\da-z]+$/

/**
 * The one form by which numbers of cards are compared: `ED:0B:A9:12` is `ed0ba912`. Leading zeros count. The column
 * `plain_number` is the same in SQL (migration 0106), and a test compares the two.
 */
export const plainCard = (written: string): string => {
  if (alreadyPlain.test(written)) return written
  const signs = withPlainDigits(written).replaceAll(separators, '')
  return signs.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) || written
}

/** A number as it is kept: no reader sends blanks, digits of other scripts or what can't be seen. */
const writeCard = (typed: string): string =>
  withPlainDigits(typed)
    .replaceAll(/[\p{Zs}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()

/** The number of a card as people type it and readers at screens read it. */
export const CardNumber = z.string().overwrite(writeCard).min(1, fieldMessages.empty).pipe(Text(50))

/** The same, where an empty text means that there is no card. */
export const OptionalCardNumber = z.string().overwrite(writeCard).pipe(Text(50))
