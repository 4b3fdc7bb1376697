// On its own: both makers of phones are spoken to through these types.

/** A notification for the app on a phone, which its system shows. */
export type AppPush = {
  title: string
  text: string
  /** The page that it opens. */
  path: string
  /** A newer one of the same takes its place. */
  tag: string
  isUrgent: boolean
  /** After this it is old news. */
  until: Date
}

/** What a push service answered. The reason is its own word; null where it gave none. */
export type AppPushAnswer = { status: number; reason: string | null; retryAfter: string | undefined }

/** Throws a `FetchFailure` where it is not reached. */
export type AppPushService = {
  send: (push: AppPush, token: string) => Promise<AppPushAnswer>
  /** Asks whether the key works, and notifies no phone. */
  rehearse: () => Promise<AppPushAnswer>
}
