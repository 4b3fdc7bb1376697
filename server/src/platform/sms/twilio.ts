import { z } from 'zod'
import { guardedFetch } from '../http/guarded-fetch.ts'
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

const maxBytes = 1_000_000

const FormFields = z.record(z.string(), z.string())

const movedTo = (baseUrl: string, uri: string) => {
  const { pathname, search } = new URL(uri)
  return new URL(`${pathname}${search}`, baseUrl).href
}

type TwilioRequest = { uri: string; data?: unknown }

/** Asks in place of the library's own client, which would ask any address and read any length. */
const askGuarded =
  ({ accountSid, authToken, baseUrl, timeoutMs = ordinaryTimeoutMs }: TwilioAccount) =>
  async ({ uri, data }: TwilioRequest) => {
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
    const { status, body, headers } = await guardedFetch(baseUrl === undefined ? uri : movedTo(baseUrl, uri), {
      allowPrivate: baseUrl !== undefined,
      maxBytes,
      timeoutMs,
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(FormFields.parse(data)).toString(),
    })
    return { statusCode: status, body: body.toString(), headers }
  }

/** Loaded with the first text message: 150 ms and 35 MB that a portal without them does without. */
const openClient = async (account: TwilioAccount) => {
  const { default: twilio } = await import('twilio')
  const httpClient = Object.assign(new twilio.RequestClient(), { request: askGuarded(account) })
  return twilio(account.accountSid, account.authToken, { httpClient })
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
