import { z } from 'zod'

/** The database keeps no text with a null byte or half a character in it. */
export const isStorable = (text: string | null | undefined): boolean => !/\p{Surrogate}|\0/u.test(text ?? '')

/** A number that may have been another one before it was rounded. */
const isRounded = (id: string | number) => typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER

/**
 * A card number arrives as text or as a number; null and nothing mean that the reader had none, and so does a number too
 * large to be read exactly.
 */
export const CardId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined || isRounded(id) ? null : String(id).trim().slice(0, 50) || null))

/** The first message of every device. */
export const Authenticate = z.object({ command: z.literal('authenticate'), secret_key: z.string().max(200) })
