import { createHmac } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** After a refusal or silence it is tried again, this much later each time, and then given up. */
export const retryDelaysMs = [5, 60, 300].map((minutes) => minutes * 60_000)

const answerMs = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** `t=…,v1=…` over the time and the very bytes of the body. */
export const signatureOf = (input: { payload: string; secret: string; seconds: number }): string => {
  const { payload, secret, seconds } = input
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

type PostResult = { status: number | null; error: string | null }

/** Posts an event to an endpoint, and says what came back. */
export function postWebhook(input: { url: string; payload: string; signature: string }): Promise<PostResult> {
  const { url, payload, signature } = input
  const isSecure = url.startsWith('https:')
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, error: error.message || error.name })
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      timeout: answerMs,
      ...(!isSecure && { agent }),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        accept: '*/*; q=0.5, application/xml',
      },
    })
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? null, error: null }))
      response.on('error', fail)
    })
    request.on('timeout', () => request.destroy(new Error('No answer in time')))
    request.on('error', fail)
    request.end(payload)
  })
}
