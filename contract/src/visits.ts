import { z } from 'zod'
import { Text } from './fields.ts'
import { Empty, Instant, routes } from './route.ts'

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

export const maxGuests = 20

/** When a member was last noticed on site. Without `date` when never: so existing clients read it. */
export const LastSeen = z.object({
  id: z.number().int(),
  user: z.string(),
  never: z.boolean(),
  date: Instant.optional(),
  /** Hidden from other members by his own choice; they do not get the row at all. */
  isHidden: z.boolean(),
})
export type LastSeen = z.infer<typeof LastSeen>

/** Lists of last seen never hold more. */
export const maxLastSeen = 5000

export const visits = routes({
  check: {
    method: 'GET',
    path: '/api/sitesessions/check/',
    access: 'signedIn',
    kiosk: true,
    summary: "The caller's open visit, or false.",
    output: z.union([Visit, z.literal(false)]),
  },
  signIn: {
    method: 'POST',
    path: '/api/sitesessions/signin/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Signs the caller in on site. Somebody who is on site already gets his guests replaced.',
    body: z.object({ guests: z.array(Text(60)).max(maxGuests, `At most ${maxGuests} guests.`).default([]) }),
    unknownFields: 'ignored',
    output: Empty,
  },
  signOut: {
    method: 'PUT',
    path: '/api/sitesessions/signout/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Signs the caller out. Nothing happens to somebody who is not on site.',
    unknownFields: 'ignored',
    output: Empty,
  },
  listOnSite: {
    method: 'GET',
    path: '/api/sitesessions/onsite/',
    access: ['activeMember', 'staff.members'],
    kiosk: true,
    summary: 'Who is on site now, latest first. Empty for members while the site does not show it.',
    output: z.object({
      /** Visits, without guests. */
      count: z.number().int(),
      people: z.array(
        z.object({
          name: z.string(),
          since: Instant,
          guests: z.number().int(),
          /** Hidden from other members by his own choice; they do not get the row at all. */
          isHidden: z.boolean(),
        }),
      ),
    }),
  },
  listLastSeen: {
    method: 'GET',
    path: '/api/tools/lastseen/',
    access: 'activeMember',
    kiosk: true,
    summary: 'When active members were last noticed on site, newest first, those never seen last.',
    query: z.object({
      text: Text(100).default(''),
      limit: z.coerce.number().int().min(1).max(maxLastSeen).default(maxLastSeen),
    }),
    output: z.array(LastSeen),
  },
  setVisibility: {
    method: 'PUT',
    path: '/api/profile/visibility/',
    access: 'signedIn',
    summary: 'Hides the caller from other members in members on site and last seen, or shows him again.',
    body: z.object({ isHiddenFromMembers: z.boolean() }),
    output: Empty,
  },
})
