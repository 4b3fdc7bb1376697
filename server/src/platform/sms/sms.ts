/** One text message on its way: both numbers as they are dialled. */
export type Sms = { to: string; body: string }

/**
 * Why one was not taken. `number`: nothing can be sent to it. `refused`: this message will never be taken.
 * `account`: ours is not set up right. `busy` and `unreachable`: it may well work later.
 */
export const smsFailures = ['number', 'refused', 'account', 'busy', 'unreachable'] as const
export type SmsFailure = (typeof smsFailures)[number]

export type SmsOutcome = { providerId: string } | { failure: SmsFailure; reason: string }

/** A provider that sends text messages. */
export type SmsSender = {
  /** Resolves with what the provider said; it throws nothing. */
  send: (sms: Sms) => Promise<SmsOutcome>
}

/** Trying again is no use. */
export const isPermanent = (failure: SmsFailure): boolean => failure === 'number' || failure === 'refused'

/** What the provider takes at most in one message. */
const maxLength = 1600

/** The words and, after a blank line, the footer of the site. */
export const withFooter = (text: string, footer: string): string =>
  (footer.trim() === '' ? text : `${text}\n\n${footer.trim()}`).slice(0, maxLength)
