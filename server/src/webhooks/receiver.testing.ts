import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type HeardMessage = { headers: IncomingHttpHeaders; body: string }

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** What the reference library makes of a message; throws when the signature is wrong. */
export const verify = (secret: string, { headers, body }: HeardMessage): unknown =>
  new Webhook(secret).verify(body, headersOf(headers))

/** Another system, which answers as it is told to and keeps what it hears. */
export const startReceiver = async () => {
  const heard: HeardMessage[] = []
  let answer: (reply: ServerResponse) => void = (reply) => void reply.writeHead(200).end('thanks')
  const listen = async (request: IncomingMessage, reply: ServerResponse) => {
    heard.push({ headers: request.headers, body: await text(request) })
    answer(reply)
  }
  const server = createServer((request, reply) => void listen(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/hook`,
    heard,
    answerWith: (given: typeof answer) => {
      answer = given
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
