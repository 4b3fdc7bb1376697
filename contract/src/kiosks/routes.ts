import { z } from 'zod'
import { Password, SecondFactorCode } from '../auth/shapes.ts'
import { CardNumber } from '../card-numbers.ts'
import { fieldMessages, Text, Email } from '../fields.ts'
import { Id, routes, Empty } from '../route.ts'
import { OwnKiosk, Kiosk, KioskKind, Pin, PinState } from './shapes.ts'

/** What a screen calls itself: a name, never a credential. Existing clients send 64 hexadecimal digits. */
const KioskName = z.string().trim().min(1, fieldMessages.empty).pipe(Text(100))

const ScreenId = z.string().trim().min(1, fieldMessages.empty).pipe(Text(200))

const Params = z.object({ kioskId: Id })

const MemberParams = z.object({ memberId: Id })

const Staff = z.object({ email: Email, password: Password, code: SecondFactorCode.optional() })

const staffErrors = [
  'wrongLogin',
  'secondFactorNeeded',
  'wrongCode',
  'strongLoginNeeded',
  'emailNotVerified',
  'emailNotVerifiedNoMail',
  'notAllowed',
  'kioskUnknown',
  'tooManyRequests',
] as const

export const kiosksApi = routes({
  register: {
    method: 'PUT',
    path: '/api/kiosks/',
    keepsAnswers: true,
    access: 'anyone',
    summary:
      'A screen asks to be a kiosk, or says that it is still there. A cookie of its own tells it from all others.',
    body: z.object({ kioskId: ScreenId, name: KioskName, kind: KioskKind.default('kiosk') }),
    unknownFields: 'ignored',
    output: OwnKiosk,
    errors: ['tooManyRequests'],
  },
  list: {
    method: 'GET',
    path: '/api/kiosks/',
    access: 'staff.devices',
    summary: 'Every kiosk: those that wait to be authorised first, then by name.',
    output: z.array(Kiosk),
  },
  update: {
    method: 'PUT',
    path: '/api/kiosks/:kioskId/',
    access: 'staff.devices',
    summary: 'Renames a kiosk, or authorises it; without the authorisation its sessions end. What is left out stays.',
    params: Params,
    body: z.object({
      name: KioskName.optional(),
      playTheme: z.boolean().optional(),
      authorised: z.boolean().optional(),
      /** Only administrators turn it on. */
      isCardEnough: z.boolean().optional(),
    }),
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/kiosks/:kioskId/',
    access: 'staff.devices',
    summary: 'Forgets a kiosk; its sessions end. Its screen asks anew.',
    params: Params,
    output: Empty,
    errors: ['notFound'],
  },
  logIn: {
    method: 'POST',
    path: '/api/login/kiosk/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Logs in with a card, at an authorised kiosk only, and with a PIN or the password where one is asked for.',
    body: z.object({
      cardId: CardNumber,
      kioskId: ScreenId,
      pin: Pin.optional(),
      password: Password.optional(),
      /** The number was typed, not read from a card: then a PIN or the password is always asked for. */
      isTyped: z.boolean().default(false),
    }),
    unknownFields: 'ignored',
    output: Empty,
    errors: [
      'kioskUnknown',
      'kioskPending',
      'cardUnknown',
      'cardEnded',
      'pinNeeded',
      'passwordNeeded',
      'wrongPin',
      'emailNotVerified',
      'emailNotVerifiedNoMail',
      'keptOut',
      'tooManyRequests',
    ],
    rate: 'credentials',
  },
  unlock: {
    method: 'POST',
    path: '/api/kiosks/unlock/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Whether staff for devices stand at this kiosk. It starts no session.',
    body: Staff,
    output: Empty,
    errors: staffErrors,
    rate: 'credentials',
  },
  leave: {
    method: 'POST',
    path: '/api/kiosks/leave/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Makes the calling kiosk an ordinary browser again, by staff for devices.',
    body: Staff,
    output: Empty,
    errors: staffErrors,
    rate: 'credentials',
  },
  getOwnPin: {
    method: 'GET',
    path: '/api/profile/pin/',
    access: 'signedIn',
    summary: 'Whether the caller has a PIN for kiosks.',
    output: PinState,
  },
  setOwnPin: {
    method: 'PUT',
    path: '/api/profile/pin/',
    access: 'signedIn',
    summary: 'Sets the caller’s PIN for kiosks, or another one.',
    body: z.object({ pin: Pin, password: Password.optional() }),
    output: Empty,
    errors: ['wrongPassword', 'strongProofNeeded', 'tooManyRequests'],
    rate: 'credentials',
  },
  removeOwnPin: {
    method: 'POST',
    path: '/api/profile/pin/remove/',
    access: 'signedIn',
    summary: 'Removes the caller’s PIN for kiosks.',
    body: z.object({ password: Password.optional() }),
    output: Empty,
    errors: ['wrongPassword', 'strongProofNeeded', 'tooManyRequests'],
    rate: 'credentials',
  },
  getMemberPin: {
    method: 'GET',
    path: '/api/admin/members/:memberId/pin/',
    access: 'staff.members',
    summary: 'Whether a member has a PIN for kiosks.',
    params: MemberParams,
    output: PinState,
    errors: ['notFound'],
  },
  removeMemberPin: {
    method: 'DELETE',
    path: '/api/admin/members/:memberId/pin/',
    access: 'staff.members',
    summary: 'Removes the PIN of a member, who sets another one.',
    params: MemberParams,
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
})
