import { z } from 'zod'
import { Password } from './accounts.ts'
import { NewPassword, OptionalText, Phone, ShortText, Text } from './fields.ts'
import { Id, Instant, routes } from './route.ts'

/** What a member keeps right about himself. A field that is left out stays as it is. */
export const ProfileChange = z.object({
  /** Only compared: another address is asked for with the password. */
  email: Text(254).optional(),
  firstName: ShortText.optional(),
  lastName: ShortText.optional(),
  screenName: ShortText.optional(),
  /** Empty only where there is none yet: existing clients send back what they were given. */
  phone: z.literal('').or(Phone).optional(),
  vehicleRegistrationPlate: OptionalText.nullish(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** A login of the caller: one browser or app. */
export const OwnSession = z.object({
  id: z.number().int(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Such as `Firefox`; null where the name it gives says nothing to people. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  startedAt: Instant,
  lastUsedAt: Instant,
})
export type OwnSession = z.infer<typeof OwnSession>

export const profiles = routes({
  update: {
    method: 'PUT',
    path: '/api/profile/',
    access: 'signedIn',
    summary: 'Changes the fields of the caller’s profile that are sent, and confirms the others.',
    body: ProfileChange,
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['screenNameTaken'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/profile/password/',
    access: 'signedIn',
    summary: 'Changes the caller’s password; his other sessions end.',
    body: z.object({ current: Password, new: NewPassword }),
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['wrongPassword', 'tooManyRequests'],
    rate: 'credentials',
  },
  listSessions: {
    method: 'GET',
    path: '/api/profile/sessions/',
    access: 'signedIn',
    summary: 'Where the caller is logged in: this session first, then by latest use.',
    output: z.object({ sessions: z.array(OwnSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/profile/sessions/:sessionId/',
    access: 'signedIn',
    summary: 'Ends one of the caller’s sessions.',
    params: z.object({ sessionId: Id }),
    output: z.object({ success: z.boolean() }),
    errors: ['notFound'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/profile/sessions/',
    access: 'signedIn',
    summary: 'Ends all of the caller’s sessions but the one that asks.',
    output: z.object({ ended: z.number().int() }),
  },
})
