import type { ApiErrorCode } from './api-error.ts'

/** One sentence per code: what happened and, where there is one, the next step. */
export const errorKeys = {
  badInput: 'errorBadInput',
  notSignedIn: 'errorNotSignedIn',
  wrongLogin: 'errorWrongLogin',
  invalidLink: 'errorInvalidLink',
  notAllowed: 'errorNotAllowed',
  wrongPassword: 'errorWrongPassword',
  memberOnly: 'errorMemberOnly',
  forged: 'errorForged',
  emailNotVerified: 'errorEmailNotVerified',
  linkExpired: 'errorLinkExpired',
  notFound: 'errorNotFound',
  wrongMethod: 'errorWrongMethod',
  emailTaken: 'errorEmailTaken',
  screenNameTaken: 'errorScreenNameTaken',
  alreadySetUp: 'errorAlreadySetUp',
  deviceOffline: 'errorDeviceOffline',
  tooLarge: 'errorTooLarge',
  wrongType: 'errorWrongType',
  tooManyRequests: 'errorTooManyRequests',
  serverError: 'errorServerError',
  shuttingDown: 'errorShuttingDown',
  offline: 'errorOffline',
  badAnswer: 'errorBadAnswer',
} as const satisfies Record<ApiErrorCode, string>
