import { z } from 'zod'

const SmtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
  rejected: z.array(z.string()).optional(),
})

type SmtpErrorFacts = z.infer<typeof SmtpError>

export type MailFailure = {
  /** For administrators to read: what happened and, where it is known, what to do. */
  reason: string
  /** The server will never take this mail, so trying again is no use. */
  isPermanent: boolean
}

const maxReasonLength = 500

const placeOf = (smtpUrl: string) => {
  const { hostname, port, protocol } = new URL(smtpUrl)
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`
}

/** Failures before the server has said anything, by what their code and message hold. The first that matches counts. */
const silentFailures: readonly [RegExp, (place: string) => string][] = [
  [
    /ECONNREFUSED/,
    (place) =>
      `Nothing answers at ${place}. Check the address and the port in SMTP_URL, and that the mail server runs.`,
  ],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, (place) => `There is no server at ${place}. Check its name in SMTP_URL.`],
  [
    /EHOSTUNREACH|ENETUNREACH/,
    (place) => `${place} cannot be reached from here. Check the network and the address in SMTP_URL.`,
  ],
  [
    /ETIMEDOUT|ETIMEOUT/,
    (place) => `${place} did not answer in time. Check the port in SMTP_URL, and firewalls in between.`,
  ],
  [
    /wrong version number/,
    (place) => `${place} does not speak TLS from the start. In SMTP_URL, try smtp:// instead of smtps://.`,
  ],
  [/ECONNECTION|ECONNRESET/, (place) => `${place} closed the connection. Check the port in SMTP_URL.`],
]

const describeFailure = ({ message, code = '' }: SmtpErrorFacts, smtpUrl: string) => {
  if (code === 'EAUTH') return `The mail server refused the name or password in SMTP_URL. It says: ${message}`
  const text = `${code} ${message}`
  const known = silentFailures.find(([pattern]) => pattern.test(text))
  return known ? known[1](placeOf(smtpUrl)) : message
}

/** Only servers with the extension SMTPUTF8 take these; letters of a domain are sent in a way that all know. */
const isOfOtherLetters = ([recipient = '']: readonly string[] = []) => /[^ -~].*@/u.test(recipient)

const otherLetters =
  'The part of the address before the @ has letters that not every mail server takes. The one in SMTP_URL may lack SMTPUTF8, or the one of the address does.'

/**
 * What to make of an error while sending to this server. A refused log-in (535) is ours to mend, so it is not the
 * mail's end.
 */
export const mailFailure = (error: unknown, smtpUrl: string): MailFailure => {
  const parsed = SmtpError.safeParse(error)
  if (!parsed.success) return { reason: 'unknown error', isPermanent: false }
  const { message, code, responseCode = 0 } = parsed.data
  // What a server answers is shown in its own words.
  const said = responseCode > 0 && code !== 'EAUTH' ? message : describeFailure(parsed.data, smtpUrl)
  const reason = isOfOtherLetters(parsed.data.rejected) ? `${otherLetters} It says: ${said}` : said
  return {
    reason: reason.slice(0, maxReasonLength),
    isPermanent: responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  }
}
