import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give ports above these to outgoing connections, and may give away the one that was just found free. */
const first = 10_000
const last = 32_767

const canListen = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** A port of 127.0.0.1 that was free a moment ago, for programs that must be told theirs. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = first + Math.floor(Math.random() * (last - first + 1))
    if (await canListen(port)) return port
  }
  throw new Error(`no free port between ${first} and ${last}`)
}
