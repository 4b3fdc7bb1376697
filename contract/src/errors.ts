import { z } from 'zod'

/**
 * Every error the API answers with: its status, and where existing clients read a message key of their own, that key.
 * The web has one sentence for each.
 */
export const errors = {
  badInput: { status: 400 },
  notSignedIn: { status: 401 },
  wrongLogin: { status: 401 },
  kioskUnknown: { status: 401 },
  cardUnknown: { status: 401 },
  invalidLink: { status: 401, message: 'error.emailVerificationFailed' },
  notAllowed: { status: 403 },
  wrongPassword: { status: 403 },
  bumpApiOff: { status: 403 },
  memberOnly: { status: 403 },
  outranked: { status: 403 },
  notYourself: { status: 403 },
  ownBalance: { status: 403 },
  forged: { status: 403 },
  notOnKiosk: { status: 403 },
  kioskPending: { status: 403 },
  cardEnded: { status: 403 },
  pinNeeded: { status: 403 },
  passwordNeeded: { status: 403 },
  wrongPin: { status: 403 },
  keptOut: { status: 403 },
  emailNotVerified: { status: 403, message: 'loginCard.emailNotVerified' },
  linkExpired: { status: 403, message: 'error.emailVerificationExpired' },
  notFound: { status: 404 },
  wrongMethod: { status: 405 },
  emailTaken: { status: 409, message: 'error.accountAlreadyExists' },
  screenNameTaken: { status: 409, message: 'error.screenNameAlreadyExists' },
  alreadySetUp: { status: 409 },
  deviceOffline: { status: 409 },
  machineInUse: { status: 409 },
  memberSuspended: { status: 409 },
  lastAdministrator: { status: 409 },
  cardTaken: { status: 409 },
  balanceTooLow: { status: 409 },
  keyReused: { status: 409 },
  alreadyReversed: { status: 409 },
  cardLost: { status: 409 },
  swipeTooOld: { status: 409 },
  previewOutdated: { status: 409 },
  noPhoneNumber: { status: 400 },
  smsNotSetUp: { status: 409 },
  messageSettled: { status: 409 },
  memberClosed: { status: 410 },
  tooLarge: { status: 413 },
  wrongType: { status: 415 },
  tooManyRequests: { status: 429 },
  serverError: { status: 500 },
  shuttingDown: { status: 503 },
} as const satisfies Record<string, { status: number; message?: string }>

export type ErrorCode = keyof typeof errors

const codes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]] // Object.keys loses the literal names

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  code: z.enum(codes),
  /** The key existing clients translate; our own code where they know none. */
  message: z.string(),
  /** One English sentence. */
  detail: z.string(),
  /** Only for `badInput`: what is wrong with which field. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string(),
  /** Only for `bumpApiOff`: what clients of other makers read there. */
  success: z.literal(false).optional(),
  error: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
