import { once } from 'node:events'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'

const protocol = 'arduino'
const mostEvents = 50

/** What a client sent, which is text. */
export const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString() : '')

export type CardReaderOptions = {
  /** 0: a free one. */
  port?: number
  /** Says more than cards, as one does whose maker is looking for a fault. */
  isTalkative?: boolean
  onEvent?: (text: string) => void
}

/** The card reader beside a kiosk: a server of WebSockets that tells its first client which card it sees. */
export type CardReader = {
  url: string
  /** Holds a card to it; false where nobody listens. */
  swipe: (card: string) => boolean
  /** Sends any line, such as an empty one, as a broken reader does. */
  say: (line: string) => boolean
  state: () => { clients: number; greetings: string[]; events: string[] }
  close: () => Promise<void>
}

export const startCardReader = async (options: CardReaderOptions = {}): Promise<CardReader> => {
  const { port = 0, isTalkative = false, onEvent = () => undefined } = options
  const events: string[] = []
  const greetings: string[] = []
  const clients: WebSocket[] = []
  const note = (text: string) => {
    events.push(text)
    if (events.length > mostEvents) events.shift()
    onEvent(text)
  }
  const server = new WebSocketServer({
    port,
    host: '127.0.0.1',
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  server.on('connection', (client) => {
    clients.push(client)
    note(`client ${clients.length} is here`)
    client.on('message', (data) => greetings.push(textOf(data)))
    client.on('close', () => {
      clients.splice(clients.indexOf(client), 1)
      note('a client is gone')
    })
    if (isTalkative) client.send(`[debug] client connected, ${clients.length} of 4`)
  })
  await once(server, 'listening')
  const at = server.address()
  // Only the first: that is how real ones are built.
  const say = (line: string): boolean => {
    const [first] = clients
    if (!first) return false
    first.send(line)
    return true
  }
  return {
    url: `ws://127.0.0.1:${typeof at === 'object' && at ? at.port : port}`,
    say,
    swipe: (card) => {
      if (isTalkative) say(`[debug] tag in field ${card}`)
      const isHeard = say(`c:${card}`)
      note(isHeard ? `card ${card}` : `card ${card}, which nobody heard`)
      return isHeard
    },
    state: () => ({ clients: clients.length, greetings: [...greetings], events: [...events] }),
    close: async () => {
      for (const client of clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
