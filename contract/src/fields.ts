import { z } from 'zod'

/** Messages of the specification, §5, word for word. */
export const fieldMessages = {
  email: 'Please enter a valid email.',
  password: 'Please enter a valid password.',
  passwordsDiffer: "Sorry, but your passwords don't match.",
  empty: 'This field cannot be empty.',
  tooLong: 'Must be less than 30 characters.',
  phone: 'Please enter a valid phone number.',
  weakPassword: 'This password is known from leaked lists. Please choose another one.',
} as const

/** Control characters, and those that turn the direction of what follows: a name with them reads as something else. */
const isPlain = (text: string) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)
const notPlain = 'Must be plain text on one line.'

/** Any one line of text for people to read. */
export const Text = (max: number) => z.string().max(max, `Must be at most ${max} characters.`).refine(isPlain, notPlain)

export const Email = z.string().trim().max(254, fieldMessages.email).pipe(z.email(fieldMessages.email))

/** Several lines of text for people to read; whatever ended its lines, they end in one way. */
export const Lines = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(max, `Must be at most ${max.toLocaleString('en')} characters.`)
        .refine((text) => isPlain(text.replaceAll(/[\n\t]/g, '')), 'Must be plain text.'),
    )

/** Names and the like: not empty, at most 30 characters. */
export const ShortText = z
  .string()
  .trim()
  .min(1, fieldMessages.empty)
  .max(30, fieldMessages.tooLong)
  .refine(isPlain, notPlain)

/** The same, but it may be left empty. */
export const OptionalText = z.string().trim().max(30, fieldMessages.tooLong).refine(isPlain, notPlain)

/** A new password. Only the server knows whether it is on the list of leaked ones. */
export const NewPassword = z
  .string()
  .min(1, fieldMessages.password)
  .min(8, 'Must be at least 8 characters.')
  .max(200, 'Must be at most 200 characters.')

/** Digits with the usual separators, 6 to 15 of them, with or without a leading plus. */
export const Phone = z
  .string()
  .trim()
  .min(1, fieldMessages.empty)
  .max(30, fieldMessages.phone)
  .regex(/^\+?(?:[\s().-]*\d){6,15}[\s().-]*$/, fieldMessages.phone)

/** A token from a link: long, opaque, never guessable; anything longer is no token of ours. */
export const LinkToken = z.string().min(1).max(200)
