import { z } from 'zod'
import { Instant } from '../route.ts'

/** A stay on site. Field names are those that existing clients read. */
export const Visit = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  signin_date: Instant,
  signout_date: Instant.nullable(),
  /** One entry a guest; a name may be left empty. */
  guests: z.array(z.string()),
})

export type Visit = z.infer<typeof Visit>

/** When a member was last noticed on site. Without `date` when never: so existing clients read it. */
export const LastSeenRow = z.object({
  id: z.number().int(),
  user: z.string(),
  never: z.boolean(),
  date: Instant.optional(),
  /** Hidden from other members by their own choice; other members do not get the row at all. */
  isHidden: z.boolean(),
})

export type LastSeenRow = z.infer<typeof LastSeenRow>

/** What it means for cards when members must sign in on site before theirs works. */
export const SignInRulePreview = z.object({
  /** Cards of members who are not on site, which work on `devices` only without the rule. */
  cards: z.number().int(),
  /** Doors and machines that are not exempt and have at least one of these cards. */
  devices: z.number().int(),
  /** Members on site now: their cards work with the rule, too. */
  onSite: z.number().int(),
  /** The members of these cards, by name, the first 50; none for staff who may not open members. */
  members: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

export type SignInRulePreview = z.infer<typeof SignInRulePreview>
