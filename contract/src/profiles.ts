import { z } from 'zod'
import { Password } from './accounts.ts'
import { Email, NewPassword, OptionalText, Phone, ShortText, Text } from './fields.ts'
import { Download, Id, Instant, routes } from './route.ts'

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
  /** The kiosk it was started at; null for browsers and apps of his own. */
  kiosk: z.string().nullable(),
  startedAt: Instant,
  lastUsedAt: Instant,
})
export type OwnSession = z.infer<typeof OwnSession>

/** An address that was asked for and replaces the caller's once the link mailed there is followed. */
export const EmailChange = z.object({ email: z.string(), askedAt: Instant })
export type EmailChange = z.infer<typeof EmailChange>

/** What somebody types to show that he means it, in any letter case. */
export const closingWords = 'close my account'

/** What closing the account would do now. Cents; devices are doors and machines. */
export const Closing = z.object({
  cards: z.number().int(),
  devices: z.number().int(),
  isOnSite: z.boolean(),
  balanceCents: z.number().int(),
  isSuspended: z.boolean(),
  /** Then it is refused. */
  isLastAdministrator: z.boolean(),
})
export type Closing = z.infer<typeof Closing>

const Done = z.object({ success: z.boolean() })

export const profiles = routes({
  update: {
    method: 'PUT',
    path: '/api/profile/',
    access: 'signedIn',
    summary: 'Changes the fields of the caller’s profile that are sent, and confirms the others.',
    body: ProfileChange,
    unknownFields: 'ignored',
    output: Done,
    errors: ['screenNameTaken'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/profile/password/',
    access: 'signedIn',
    summary: 'Changes the caller’s password; his other sessions end.',
    body: z.object({ current: Password, new: NewPassword }),
    unknownFields: 'ignored',
    output: Done,
    errors: ['wrongPassword', 'tooManyRequests'],
    rate: 'credentials',
  },
  getEmailChange: {
    method: 'GET',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'The e-mail address the caller asked for and has not confirmed yet.',
    output: z.object({ pending: EmailChange.nullable() }),
  },
  askEmailChange: {
    method: 'PUT',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'Asks for another e-mail address; it replaces the old one when the link mailed there is followed.',
    body: z.object({ email: Email, password: Password }),
    output: Done,
    errors: ['wrongPassword', 'emailTaken', 'tooManyRequests'],
    rate: 'credentials',
  },
  resendEmailChange: {
    method: 'POST',
    path: '/api/profile/email/send/',
    access: 'signedIn',
    summary: 'Mails the link to the new address once more; the one before it ends.',
    output: Done,
    errors: ['notFound', 'tooManyRequests'],
    rate: 'mail',
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'Keeps the old address; the link that was mailed is worth nothing any more.',
    output: Done,
  },
  downloadData: {
    method: 'GET',
    path: '/api/profile/data/',
    access: 'signedIn',
    summary: 'Everything that is stored about the caller: a ZIP with data.json and a CSV for each list.',
    output: Download,
    rate: 'mail',
  },
  getClosing: {
    method: 'GET',
    path: '/api/profile/close/',
    access: 'signedIn',
    summary: 'What happens to what, if the caller closes his account.',
    output: Closing,
  },
  close: {
    method: 'POST',
    path: '/api/profile/close/',
    access: 'signedIn',
    summary: 'Closes the caller’s account for good and erases what names him.',
    body: z.object({
      password: Password,
      confirmation: z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.literal(closingWords, `Please type “${closingWords}”.`)),
    }),
    output: Done,
    errors: ['wrongPassword', 'lastAdministrator', 'tooManyRequests'],
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
    output: Done,
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
