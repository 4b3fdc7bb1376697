// On its own: the login carries these.
import { z } from 'zod'

/** What a Discourse forum sends along with a visitor who is to log in here: a text in Base64, and its signature. */
export const ForumRequest = z.object({
  sso: z.string().min(1, 'This part of the address is missing.').max(4000, 'This is too long.'),
  sig: z.string().min(1, 'This part of the address is missing.').max(200, 'This is too long.'),
})

export type ForumRequest = z.infer<typeof ForumRequest>

/** Where the browser goes on to be logged in there. */
export const ForumAnswer = z.object({ redirect: z.string() })
