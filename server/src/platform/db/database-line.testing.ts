import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export type DatabaseLine = {
  /** Leads to the database by way of this line. */
  connectionString: string
  /** Ends all connections and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  close: () => Promise<void>
}

/** A relay before a database, for tests in which the portal cannot reach it for a while. */
export const openDatabaseLine = async (connectionString: string): Promise<DatabaseLine> => {
  const target = new URL(connectionString)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  const relay = (caller: Socket) => {
    const database = keep(connect(Number(target.port), target.hostname))
    keep(caller).pipe(database).pipe(caller)
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
    mend: async () => void (await listen(port)),
    close: async () => void (server.listening && (await cut())),
  }
}
