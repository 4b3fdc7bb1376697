import type { PushFailure } from '@spacekeeper/contract/push/words.ts'
import type { AppPushAnswer } from '#platform/push/app-push.ts'
import { judgeAnswer, type PushVerdict } from './rules.ts'

/** What the words of Google and Apple mean; each has words of its own, so one list serves both. */
const meanings: Readonly<Record<string, 'gone' | PushFailure>> = {
  // The app was removed from the phone, or got another token.
  UNREGISTERED: 'gone',
  INVALID_TOKEN: 'gone',
  Unregistered: 'gone',
  ExpiredToken: 'gone',
  // Of the key, the account or the time that they sign.
  invalid_grant: 'wrongKey',
  invalid_client: 'wrongKey',
  unauthorized_client: 'wrongKey',
  wrongClock: 'wrongKey',
  PERMISSION_DENIED: 'wrongKey',
  UNAUTHENTICATED: 'wrongKey',
  NOT_FOUND: 'wrongKey',
  InvalidProviderToken: 'wrongKey',
  MissingProviderToken: 'wrongKey',
  ExpiredProviderToken: 'wrongKey',
  BadEnvironmentKeyIdInToken: 'wrongKey',
  Forbidden: 'wrongKey',
  // The app on the phone belongs to another project, or goes by another name.
  SENDER_ID_MISMATCH: 'wrongApp',
  DeviceTokenNotForTopic: 'wrongApp',
  TopicDisallowed: 'wrongApp',
  BadTopic: 'wrongApp',
  MissingTopic: 'wrongApp',
}

/** Google asks to be left alone for a minute where it says no time. */
const leastBusyMs = 60_000

type Before = {
  tries: number
  now: Date
  /** A notification reached this device before. */
  hasWorked: boolean
}

/** What comes of a notification for an app after so many tries before this one. */
export const judgeAppAnswer = (answer: AppPushAnswer, { tries, now, hasWorked }: Before): PushVerdict => {
  const { status, reason, retryAfter } = answer
  // Apple says so of a phone that is gone and of one that belongs to its other server, which only the settings can mend.
  if (reason === 'BadDeviceToken') return hasWorked ? { kind: 'gone' } : { kind: 'refused', failure: 'wrongApp' }
  const meaning = reason === null ? undefined : meanings[reason]
  if (meaning === 'gone') return { kind: 'gone' }
  if (meaning !== undefined) return { kind: 'refused', failure: meaning }
  const verdict = judgeAnswer({ status, retryAfter }, { tries, now })
  // Without a word from the service, an address that is not found says nothing of the phone.
  if (verdict.kind === 'gone') return status === 410 ? verdict : { kind: 'refused', failure: 'refused' }
  if (verdict.kind === 'wait' && status === 429) return { kind: 'wait', waitMs: Math.max(leastBusyMs, verdict.waitMs) }
  return verdict
}
