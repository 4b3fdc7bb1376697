import i18next from 'i18next'
import { ApiError } from './api-error.ts'
import { errorKeys } from './error-keys.ts'

/** One sentence about any error, for people. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return i18next.t('platform:errorServerError')
  if (error.code === 'tooManyRequests' && error.retryAfterSeconds !== null) {
    return i18next.t('platform:errorTooManyRequestsFor', {
      count: Math.max(1, Math.ceil(error.retryAfterSeconds / 60)),
    })
  }
  return i18next.t(`platform:${errorKeys[error.code]}`)
}
