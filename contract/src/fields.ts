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

const noNul = (text: string) => !text.includes('\u0000')

/** Any text for people to read; PostgreSQL cannot store NUL characters. */
export const Text = (max: number) =>
  z.string().max(max, `Must be at most ${max} characters.`).refine(noNul, 'Must not contain NUL characters.')

export const Email = z.string().trim().max(254, fieldMessages.email).pipe(z.email(fieldMessages.email))

/** Names and the like: not empty, at most 30 characters. */
export const ShortText = z
  .string()
  .trim()
  .min(1, fieldMessages.empty)
  .max(30, fieldMessages.tooLong)
  .refine(noNul, 'Must not contain NUL characters.')

/** May be empty: not everybody has a vehicle. */
export const Plate = z.string().trim().max(30, fieldMessages.tooLong).refine(noNul, 'Must not contain NUL characters.')

/** A password somebody chooses. Whether it stands on a list of leaked ones, only the server knows. */
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
