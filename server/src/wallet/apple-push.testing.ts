import { once } from 'node:events'
import { createSecureServer, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'

type PushReply = { status: number; reason?: string }

type TakenMessage = { deviceToken: string; topic: string; body: string; client: string | null }

const subjectOf = (stream: ServerHttp2Stream): string | null => {
  const { socket } = stream.session ?? {}
  if (!(socket instanceof TLSSocket)) return null
  const id = socket.getPeerX509Certificate()?.subject
  return (
    id
      ?.split('\n')
      .find((line) => line.startsWith('UID='))
      ?.slice(4) ?? null
  )
}

/**
 * What stands in for Apple's push service as far as passes go: by HTTP/2, with the certificate of the pass type. Without
 * `tls` connections are in the clear and nothing is known of who sends.
 */
export const startApplePush = async (tls?: { certificate: string; key: string }) => {
  const taken: TakenMessage[] = []
  const replies = new Map<string, PushReply>()
  let all: PushReply | null = null

  const judge = ({ deviceToken, topic, client }: TakenMessage): PushReply => {
    if (all) return all
    if (tls && client !== topic) return { status: 400, reason: 'TopicDisallowed' }
    return replies.get(deviceToken) ?? { status: 200 }
  }

  const server: Http2Server = tls
    ? createSecureServer({ cert: tls.certificate, key: tls.key, requestCert: true, rejectUnauthorized: false })
    : createServer()
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.setEncoding('utf8')
    stream.on('data', (piece: string) => (body += piece))
    stream.on('end', () => {
      const [, deviceToken = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path'])) ?? []
      const message = { deviceToken, topic: String(headers['apns-topic'] ?? ''), body, client: subjectOf(stream) }
      const { status, reason } = judge(message)
      if (status === 200) taken.push(message)
      stream.respond({ ':status': status })
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** What arrived since the last time. */
    take: () => taken.splice(0),
    /** How messages to one device are answered from now on, or those to all; null takes them again. */
    answer: (deviceToken: string, reply: PushReply) => void replies.set(deviceToken, reply),
    answerAll: (reply: PushReply | null) => {
      all = reply
    },
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
