import { z } from 'zod'
import { Password } from '../auth/shapes.ts'
import { LinkToken, NewPassword, Email, Text, fieldMessages } from '../fields.ts'
import { routes, Download, Empty, Id, MemberParams } from '../route.ts'
import { IdCode, IdVerification, Profile, ProfileChange, EmailChange, AccountClosing, OwnSession } from './shapes.ts'
import { closingWords } from './words.ts'

const DoneAnswer = z.object({ success: z.boolean() })

export const profileApi = routes({
  createIdCode: {
    method: 'GET',
    path: '/api/profile/idtoken/',
    access: 'signedIn',
    summary: "A signed code for the caller's digital ID. It works for ten minutes.",
    output: IdCode,
  },
  verifyIdCode: {
    method: 'POST',
    path: '/api/idtoken/verify/',
    keepsAnswers: true,
    access: 'anyone',
    rate: 'credentials',
    summary: 'Whether the code of a digital ID is genuine, and the name and standing of its member.',
    body: z.object({ token: LinkToken }),
    output: IdVerification,
  },
  get: {
    method: 'GET',
    path: '/api/profile/',
    access: 'signedIn',
    kiosk: true,
    summary: 'The caller’s profile and the state of the membership.',
    output: Profile,
  },
  update: {
    method: 'PUT',
    path: '/api/profile/',
    keepsAnswers: true,
    access: 'signedIn',
    summary:
      'Changes the fields of the caller’s profile that are sent, and confirms the others. Never the email address: sent alone another one is refused, sent with other changes it is left out.',
    body: ProfileChange,
    unknownFields: 'ignored',
    output: DoneAnswer,
    errors: ['screenNameTaken'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/profile/password/',
    access: 'signedIn',
    summary: 'Changes the caller’s password; other sessions end.',
    body: z.object({ current: Password.optional(), new: NewPassword }),
    unknownFields: 'ignored',
    output: DoneAnswer,
    errors: ['wrongPassword', 'strongProofNeeded', 'tooManyRequests'],
    rate: 'credentials',
  },
  getEmailChange: {
    method: 'GET',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'The email address the caller asked for and has not confirmed yet.',
    output: z.object({ pending: EmailChange.nullable() }),
  },
  requestEmailChange: {
    method: 'PUT',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'Asks for another email address; it replaces the old one when the link mailed there is followed.',
    body: z.object({ email: Email, password: Password.optional() }),
    output: DoneAnswer,
    errors: ['wrongPassword', 'strongProofNeeded', 'emailTaken', 'tooManyRequests'],
    rate: 'credentials',
  },
  resendEmailChange: {
    method: 'POST',
    path: '/api/profile/email/send/',
    access: 'signedIn',
    summary: 'Emails the link to the new address again; the earlier one stops working.',
    output: DoneAnswer,
    errors: ['notFound', 'tooManyRequests'],
    rate: 'mail',
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/api/profile/email/',
    access: 'signedIn',
    summary: 'Keeps the old address; the link that was mailed stops working.',
    output: DoneAnswer,
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
    summary: 'What closing the caller’s account would do.',
    output: AccountClosing,
  },
  closeAccount: {
    method: 'POST',
    path: '/api/profile/close/',
    keepsAnswers: true,
    access: 'signedIn',
    summary: 'Closes the caller’s account for good and erases what names them.',
    body: z.object({
      password: Password.optional(),
      confirmation: z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.literal(closingWords, `Please type “${closingWords}”.`)),
    }),
    output: DoneAnswer,
    errors: ['wrongPassword', 'strongProofNeeded', 'lastAdministrator', 'tooManyRequests'],
    rate: 'credentials',
  },
  getMemberClosing: {
    method: 'GET',
    path: '/api/admin/members/:memberId/close/',
    access: 'staff.members',
    summary: 'What closing the account of a member would do.',
    params: MemberParams,
    output: AccountClosing,
    errors: ['notFound', 'memberClosed', 'outranked', 'notYourself'],
  },
  closeMember: {
    method: 'POST',
    path: '/api/admin/members/:memberId/close/',
    access: 'staff.members',
    stepUp: true,
    summary: 'Closes the account of a member for good and erases what names them. They are told by email.',
    params: MemberParams,
    /** The member’s email address, so that it is not another member who is erased. */
    body: z.object({ confirmation: Text(200).trim().toLowerCase().min(1, fieldMessages.empty) }),
    output: Empty,
    errors: ['notFound', 'memberClosed', 'outranked', 'notYourself', 'lastAdministrator'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/profile/sessions/',
    access: 'signedIn',
    summary: 'The caller’s sessions: the current one first, then by latest use.',
    output: z.object({ sessions: z.array(OwnSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/profile/sessions/:sessionId/',
    access: 'signedIn',
    summary: 'Ends one of the caller’s sessions.',
    params: z.object({ sessionId: Id }),
    output: DoneAnswer,
    errors: ['notFound'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/profile/sessions/',
    access: 'signedIn',
    summary: 'Ends all of the caller’s sessions but the current one.',
    output: z.object({ ended: z.number().int() }),
  },
  setVisibility: {
    method: 'PUT',
    path: '/api/profile/visibility/',
    access: 'signedIn',
    summary: 'Hides the caller from other members in members on site and last seen, or shows them again.',
    body: z.object({ isHiddenFromMembers: z.boolean() }),
    output: Empty,
  },
})
