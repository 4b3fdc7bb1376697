import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import { type ApnsAnswer, openApns } from './connection.ts'

/** A message to one device about what a certificate is for, such as the passes of a type. */
export type ApnsMessage = {
  /** The token of the device, in hexadecimal. */
  deviceToken: string
  topic: string
  payload: unknown
}

/** Who sends: the certificate of the topic with its key. `url` and `ca` are those of a stand-in. */
export type ApnsSender = { certificate: string; key: string; url?: string | undefined; ca?: string | undefined }

const apple = 'https://api.push.apple.com'

/** A status of 0: Apple was not reached. */
const away: ApnsAnswer = { status: 0, reason: null, retryAfter: undefined }

const answerOf = (error: unknown): ApnsAnswer => {
  if (error instanceof FetchFailure) return away
  throw error
}

/** Sends to several devices over one connection. Each gets its answer; that Apple is away is one of them. */
export const sendApns = async (sender: ApnsSender, messages: readonly ApnsMessage[]): Promise<ApnsAnswer[]> => {
  const { certificate: cert, key, url, ca } = sender
  const connection = openApns(url ?? apple, {
    allowPrivate: url !== undefined,
    cert,
    key,
    ...(ca !== undefined && { ca }),
  })
  try {
    return await Promise.all(
      messages.map(({ deviceToken, topic, payload }) =>
        connection
          .post({
            headers: { ':path': `/3/device/${deviceToken}`, 'apns-topic': topic },
            body: JSON.stringify(payload),
          })
          .catch(answerOf),
      ),
    )
  } finally {
    connection.close()
  }
}
