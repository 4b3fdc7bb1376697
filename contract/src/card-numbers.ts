import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { withPlainDigits } from './plain-digits.ts'

/** The marks between the signs of a number, shown or not: blanks, dashes, colons, marks of direction. */
const separators =
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u034f\u05be\u060c\u061c\u0640\u066a-\u066d\u06d4\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u2bff\u3000-\u3006\u3008-\u303f\u30fb\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu // oxlint-disable-line no-control-regex, no-misleading-character-class -- these very characters are dropped

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
