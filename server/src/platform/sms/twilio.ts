import type { SmsSender } from './sms.ts'
import { twilioFailure } from './twilio-failure.ts'

export type TwilioAccount = {
  accountSid: string
  authToken: string
  /** A number, a name, or the id of a messaging service. */
  senderId: string
  /** Where Twilio's API is spoken; undefined for Twilio itself. */
  baseUrl: string | undefined
  /** No answer for so long counts as none. */
  timeoutMs?: number
}

const ordinaryTimeoutMs = 10_000

const movedTo = (baseUrl: string, uri: string) => {
  const { pathname, search } = new URL(uri)
  return new URL(`${pathname}${search}`, baseUrl).href
}

/** Loaded with the first text message: 150 ms and 35 MB that a portal without them does without. */
const openClient = async ({ accountSid, authToken, baseUrl, timeoutMs = ordinaryTimeoutMs }: TwilioAccount) => {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: timeoutMs })
  if (baseUrl !== undefined) {
    const request = httpClient.request.bind(httpClient)
    httpClient.request = (options) => request({ ...options, uri: movedTo(baseUrl, options.uri) })
  }
  return twilio(accountSid, authToken, { httpClient })
}

/** Text messages through Twilio's own library. */
export const openTwilio = (account: TwilioAccount): SmsSender => {
  let opened: ReturnType<typeof openClient> | undefined
  const { senderId } = account
  const sender = senderId.startsWith('MG') ? { messagingServiceSid: senderId } : { from: senderId }
  return {
    send: async ({ to, body }) => {
      try {
        opened ??= openClient(account)
        const client = await opened
        const { sid } = await client.messages.create({ to, body, ...sender })
        return { providerId: sid }
      } catch (error) {
        return twilioFailure(error)
      }
    },
  }
}
