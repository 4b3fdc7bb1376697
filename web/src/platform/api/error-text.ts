import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** One sentence about any error, for people: the API's own, and the page's where no answer came. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return i18next.t('platform:errorServer')
  if (error.code === 'offline') return i18next.t('platform:errorOffline')
  if (error.code === 'badAnswer') return i18next.t('platform:errorBadAnswer')
  if (error.code === 'tooManyRequests' && error.retryAfterSeconds !== null) {
    const seconds = Math.max(1, error.retryAfterSeconds)
    return seconds < 60
      ? i18next.t('platform:errorTooManyRequestsSeconds', { count: seconds })
      : i18next.t('platform:errorTooManyRequestsFor', { count: Math.ceil(seconds / 60) })
  }
  return error.text ?? i18next.t('platform:errorServer')
}
