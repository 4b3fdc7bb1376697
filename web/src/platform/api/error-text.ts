import i18next from 'i18next'
import { ApiError } from './api-error.ts'
import type { ApiErrorCode } from './api-error.ts'

/** One sentence per code: what happened and, where there is one, the next step. */
const keys = {
  badInput: 'errorBadInput',
  notSignedIn: 'errorNotSignedIn',
  wrongLogin: 'errorWrongLogin',
  invalidLink: 'errorInvalidLink',
  notAllowed: 'errorNotAllowed',
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

/** One sentence about any error, for people. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return i18next.t('platform:errorServerError')
  if (error.code === 'tooManyRequests' && error.retryAfterSeconds !== null) {
    return i18next.t('platform:errorTooManyRequestsFor', { count: Math.max(1, Math.ceil(error.retryAfterSeconds / 60)) })
  }
  return i18next.t(`platform:${keys[error.code]}`)
}
