import { z } from 'zod'

const SmtpError = z.object({ message: z.string(), code: z.string().optional(), responseCode: z.number().optional() })

export type MailFailure = {
  /** For administrators to read. */
  reason: string
  /** The server will never take this mail, so trying again is no use. */
  isPermanent: boolean
}

const maxReasonLength = 500

/** What to make of an error while sending. A refused log-in (535) is ours to mend, so it is not the mail's end. */
export const mailFailure = (error: unknown): MailFailure => {
  const parsed = SmtpError.safeParse(error)
  if (!parsed.success) return { reason: 'unknown error', isPermanent: false }
  const { message, code, responseCode = 0 } = parsed.data
  return {
    reason: message.slice(0, maxReasonLength),
    isPermanent: responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  }
}
