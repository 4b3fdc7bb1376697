export const messageChannels = ['email', 'sms'] as const

/**
 * `kept`: there is nothing to send it with, so the message waits here to be read.
 * `failed`: every try was used up, or it was refused for good; the reason stands beside it.
 * `cancelled`: staff stopped it before it left, or it was not to be sent any more: the reason stands beside it.
 */
export const messageStates = ['queued', 'sent', 'kept', 'failed', 'cancelled'] as const

/** Occasions on which the portal writes a text message by itself, by the names existing settings use. */
export const smsOccasions = ['activated_access', 'deactivated_access', 'inactive_swipe', 'locked_out_swipe'] as const

/**
 * Why a message cannot be sent now. `settled`: it is on its way, was sent, or was stopped. `notKept`: it carried a
 * secret link, and its text is gone. `expired`: its link does not work any more. `outdated`: what it says is no news any
 * more. `notSetUp`: there is nothing to send it with.
 */
export const retryRefusals = ['settled', 'notKept', 'expired', 'outdated', 'notSetUp'] as const

export type RetryRefusal = (typeof retryRefusals)[number]

/**
 * What keeps emails from arriving or their links from working, though there is a mail server. `localLinks`: no public
 * address is set, so links lead to the reader's own machine. `localSender`: they come from an address that is none.
 */
export const mailProblems = ['localLinks', 'localSender'] as const

export type MailProblem = (typeof mailProblems)[number]

/** Of two text messages' length, as existing clients count it. */
export const maxSmsLength = 320
