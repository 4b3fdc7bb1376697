import { z } from 'zod'

/** The database keeps no text with a null byte or half a character in it. */
export const isStorable = (text: string | null | undefined): boolean =>
  !text?.includes('\u0000') && (text?.isWellFormed() ?? true)

/** A card number arrives as text or as a number; null and nothing mean that the reader had none. */
export const CardId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? null : String(id).trim().slice(0, 50) || null))

/** The first message of every device. */
export const Authenticate = z.object({ command: z.literal('authenticate'), secret_key: z.string().max(200) })
