import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'

export type ChatMood =
  | { kind: 'takes' }
  /** Answers nothing at all. */
  | { kind: 'hangs' }
  | { kind: 'answers'; status: number; headers?: Record<string, string> }

export type TestChatServer = {
  url: string
  /** The bodies of the posts it was sent, in order. */
  posts: Record<string, unknown>[]
  /** How it meets the next posts. */
  be: (mood: ChatMood) => void
  /** Resolves once so many posts have arrived, answered or not. */
  arrived: (count: number) => Promise<void>
  close: () => Promise<void>
}

const answer = (response: ServerResponse, mood: ChatMood) => {
  if (mood.kind === 'hangs') return
  const { status, headers = {} } = mood.kind === 'answers' ? mood : { status: 204 }
  response.writeHead(status, headers).end()
}

/** Stands in for Discord and Slack on a free port, and keeps what it is sent. For tests. */
export const startTestChatServer = async (): Promise<TestChatServer> => {
  const posts: Record<string, unknown>[] = []
  let mood: ChatMood = { kind: 'takes' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posts.push(JSON.parse(Buffer.concat(chunks).toString()))
      server.emit('posted')
      answer(response, mood)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    posts,
    be: (next) => {
      mood = next
    },
    arrived: async (count) => {
      while (posts.length < count) await once(server, 'posted')
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
