import { z } from 'zod'
import { isEmail, plainEmail } from './email-addresses.ts'
import { ruleMessages } from './field-words.ts'
import { noLastName } from './full-name.ts'
import { withPlainDigits } from './plain-digits.ts'
import { trimHidden } from './trim-hidden.ts'

/** Messages of the specification, §5, word for word. */
export const fieldMessages = {
  ...ruleMessages,
  password: 'Please enter a valid password.',
  passwordsDiffer: "Sorry, but your passwords don't match.",
  code: 'That isn’t a code. Enter the six digits from your app, or a recovery code.',
  phone: 'Please enter a valid phone number.',
  past: 'Date must be today or in the future.',
  weakPassword: 'This password has appeared in data leaks. Please choose another one.',
  simplePassword: 'Use at least four different characters.',
  ownPassword: 'Your password can’t be your name or email address.',
  hidden: 'Remove the invisible characters.',
  takenLook: 'This is too similar to another member’s screen name.',
} as const

/** Control characters, and those that turn the direction of what follows: a name with them reads as something else. */
const isPlain = (text: string) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)
const notPlain = 'Must be plain text on one line.'

/** Any one line of text for people to read. */
export const Text = (max: number) => z.string().max(max).refine(isPlain, notPlain)

/** Any address that mail can be sent to, in its plain form. */
export const Email = z.string().overwrite(plainEmail).refine(isEmail, fieldMessages.email).meta({ format: 'email' })

/** Several lines of text for people to read; whatever ended its lines, they end in one way. */
export const Lines = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(max)
        .refine((text) => isPlain(text.replaceAll(/[\n\t]/g, '')), 'Must be plain text.'),
    )

/** Scripts whose letters are joined or kept apart by a character without width. */
const joined =
  '[\\p{Script=Arabic}\\p{Script=Bengali}\\p{Script=Devanagari}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Oriya}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}]'

const emoji = '\\p{Extended_Pictographic}'

/** Characters without width that belong where they stand: between letters of such a script, and within an emoji. */
const joiners = new RegExp(
  `(?<=${joined})[\\u200c\\u200d](?=${joined})|(?<=${emoji})\\ufe0f?\\u200d(?=${emoji})|(?<=${emoji}\\p{Emoji_Modifier})\\u200d(?=${emoji})|(?<=${emoji})\\ufe0f|(?<=[#*0-9])\\ufe0f(?=\\u20e3)`,
  'gu',
)

/** What shows nothing, or turns the direction of what follows; U+2800 is a letter of Braille without a dot. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800]/u

const isVisible = (text: string) => !invisible.test(text.replaceAll(joiners, ''))

/** What looks the same is stored the same: letters as one character where there is one, and plain single spaces. */
const asWritten = (text: string) => trimHidden(text.normalize('NFC').replaceAll(/\p{Zs}+/gu, ' '))

const ShortLine = z
  .string()
  .overwrite(asWritten)
  .max(30)
  .refine(isPlain, { error: notPlain, abort: true })
  .refine(isVisible, fieldMessages.hidden)

/** Names and the like: not empty, at most 30 characters, all of which can be seen. */
export const ShortText = ShortLine.min(1, fieldMessages.empty)

/** The same; a dash of any length says that there is none. */
export const LastName = ShortLine.overwrite((text) => (/^\p{Pd}$/u.test(text) ? noLastName : text)).min(
  1,
  fieldMessages.empty,
)

/** The same, but it may be left empty. */
export const OptionalText = ShortLine

/** Eight of the same letter, or of nothing that can be seen, are long and still no password. */
const isVaried = (password: string) =>
  new Set(
    password
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, ''),
  ).size >= 4

/** A new password. Only the server knows whether it is on the list of leaked ones, and whose name it is. */
export const NewPassword = z
  .string()
  .min(1, { error: fieldMessages.password, abort: true })
  .min(8, { abort: true })
  .max(200, { abort: true })
  .refine(isVaried, fieldMessages.simplePassword)

/** A number as it is kept: digits of every script as plain ones, and no marks that can't be seen. */
export const writePhone = (typed: string): string =>
  withPlainDigits(typed)
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
    .replace(/^\((\+\d+)\)/, '$1')

/** Digits with the usual separators, 6 to 15 of them, with or without a leading plus. */
export const Phone = z
  .string()
  .overwrite(writePhone)
  .min(1, fieldMessages.empty)
  .max(30, fieldMessages.phone)
  .regex(/^\+?(?:[\s()./-]*\d){6,15}[\s()./-]*$/, fieldMessages.phone)

/** A token from a link: long, opaque, never guessable; anything longer is no token of ours. */
export const LinkToken = z.string().min(1).max(200)

/** Names a text that several people may edit, as it was read. */
export const TextVersion = z.string().max(40)
