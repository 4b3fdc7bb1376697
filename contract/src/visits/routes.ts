import { z } from 'zod'
import { Text } from '../fields.ts'
import { routes, Empty, Instant } from '../route.ts'
import { Visit, LastSeenRow, SignInRulePreview } from './shapes.ts'
import { maxGuests, maxLastSeen } from './words.ts'

export const visitsApi = routes({
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
    access: 'activeMember',
    feature: 'enableSiteSignIn',
    kiosk: true,
    summary: 'Signs the caller in on site. If they are on site already, only their guests are replaced.',
    body: z.object({ guests: z.array(Text(60)).max(maxGuests, `At most ${maxGuests} guests.`).default([]) }),
    unknownFields: 'ignored',
    output: Empty,
  },
  signOut: {
    method: 'PUT',
    path: '/api/sitesessions/signout/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Signs the caller out. Does nothing if they are not on site.',
    unknownFields: 'ignored',
    output: Empty,
  },
  listOnSite: {
    method: 'GET',
    path: '/api/sitesessions/onsite/',
    access: ['activeMember', 'staff.members'],
    feature: 'enableMembersOnSite',
    whileOff: 'staff.members',
    kiosk: true,
    summary: 'Who is on site now, latest first. Staff of members read it also while members may not.',
    output: z.object({
      /** Visits, without guests. */
      count: z.number().int(),
      /** All guests of these visits. */
      guests: z.number().int(),
      /** Visitors without an account; who they are is for staff of members. */
      visitorCount: z.number().int(),
      visitors: z.array(z.object({ name: z.string(), hostName: z.string().nullable(), since: Instant })),
      people: z.array(
        z.object({
          /** As the caller may read it: the shown name, and for staff of members the full name with it. */
          name: z.string(),
          /** For staff who may open the member's page; null for everybody else. */
          memberId: z.number().int().nullable(),
          since: Instant,
          guests: z.number().int(),
          /** Hidden from other members by their own choice; other members do not get the row at all. */
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
    output: z.array(LastSeenRow),
  },
  previewSignInRule: {
    method: 'GET',
    path: '/api/admin/site/sign-in-rule/',
    access: 'staff.settings',
    summary:
      'Whose cards depend on signing in on site while that is demanded. Names only for staff who may open members.',
    output: SignInRulePreview,
  },
})
