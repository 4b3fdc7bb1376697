import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Where a database listens, which may be at a Unix socket. */
export const connectTo = (connectionString: string): Socket => {
  const { hostname, port } = new URL(connectionString)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
}

export type DatabaseLine = {
  /** Leads to the database by way of this line. */
  connectionString: string
  /** Ends all connections and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Nothing more comes through on the connections there are, and neither side is told. */
  swallow: () => void
  /** What was swallowed arrives after all, but for what came from an end that has hung up. */
  release: () => void
  close: () => Promise<void>
}

/** Passes on what sockets say, but for those that are silenced. */
const holdBack = () => {
  const silent = new Set<Socket>()
  let held: { from: Socket; arrive: () => void }[] = []
  return {
    pass: (from: Socket, to: (chunk: Buffer) => void) =>
      from.on('data', (chunk: Buffer) => {
        if (silent.has(from)) held.push({ from, arrive: () => to(chunk) })
        else to(chunk)
      }),
    silence: (sockets: Iterable<Socket>) => {
      for (const socket of sockets) silent.add(socket)
    },
    release: () => {
      silent.clear()
      for (const { from, arrive } of held) if (!from.destroyed) arrive()
      held = []
    },
  }
}

/** A relay before a database, for tests in which the portal cannot reach it for a while. */
export const openDatabaseLine = async (
  connectionString: string,
  /** What the database gets of what it is sent. */
  rewrite: (sent: Buffer) => Buffer = (sent) => sent,
): Promise<DatabaseLine> => {
  const sockets = new Set<Socket>()
  const { pass, silence, release } = holdBack()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  const relay = (caller: Socket) => {
    const database = keep(connectTo(connectionString))
    pass(keep(caller), (chunk) => database.write(rewrite(chunk)))
    pass(database, (chunk) => caller.write(chunk))
    caller.on('close', () => database.destroy())
    database.on('close', () => caller.destroy())
  }
  let server: Server
  const listen = async (port: number) => {
    server = createServer(relay).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  const here = new URL(connectionString)
  here.host = `127.0.0.1:${port}`
  return {
    connectionString: here.href,
    cut,
    swallow: () => silence(sockets),
    release,
    mend: async () => void (await listen(port)),
    close: async () => void (server.listening && (await cut())),
  }
}
