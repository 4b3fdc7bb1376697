import { describeKey } from '#platform/i18n/use-text.ts'
import { ApiError } from './api-error.ts'

const own = {
  offline: 'platform:errorOffline',
  badAnswer: 'platform:errorBadAnswer',
  noAnswer: 'platform:errorNoAnswer',
  givenUp: 'platform:errorGivenUp',
  unknownOutcome: 'platform:errorUnknownOutcome',
  unknownRepeatable: 'platform:errorUnknownRepeatable',
  notImplemented: 'platform:errorNotImplemented',
} as const

/** The browser was told to keep nothing for this site, or has no room left. */
const isStorageRefusal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'QuotaExceededError')

/** One sentence about any error, for people: the API's own, and the page's where no answer came. */
export const errorText = (error: unknown): string => {
  if (isStorageRefusal(error)) return describeKey('platform:errorStorage')
  if (!(error instanceof ApiError)) return describeKey('platform:errorServer')
  if (error.code in own) return describeKey(own[error.code as keyof typeof own]) // is one of them, by the line above
  if (error.code === 'tooManyRequests' && error.retryAfterSeconds !== null) {
    const seconds = Math.max(1, error.retryAfterSeconds)
    return seconds < 60
      ? describeKey('platform:errorTooManyRequestsSeconds', { count: seconds })
      : describeKey('platform:errorTooManyRequestsFor', { count: Math.ceil(seconds / 60) })
  }
  return error.text ?? describeKey('platform:errorServer')
}
