import { once } from 'node:events'
import { WebSocket, WebSocketServer, type RawData } from 'ws'

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

/** The card reader beside a kiosk: a server of WebSockets that tells the client in its first place which card it sees. */
export type CardReader = {
  url: string
  /** Holds a card to it; false where no client listens. */
  swipe: (card: string) => boolean
  /** A client that lost power without a goodbye keeps the first free place until the returned function is called. */
  holdPlace: () => () => void
  /** Sends any line, such as an empty one, as a broken reader does. */
  say: (line: string) => boolean
  state: () => { clients: number; greetings: string[]; events: string[] }
  close: () => Promise<void>
}

const createPlaces = () => {
  // A client keeps its place while it is there: no other moves up.
  const places: (WebSocket | 'deadPeer' | undefined)[] = []
  return {
    clients: () => places.filter((place) => place instanceof WebSocket),
    first: () => (places[0] instanceof WebSocket ? places[0] : null),
    /** Until the returned function is called. */
    take: (who: WebSocket | 'deadPeer') => {
      const free = places.findIndex((place) => place === undefined)
      const place = free === -1 ? places.length : free
      places[place] = who
      return () => {
        places[place] = undefined
      }
    },
  }
}

export const startCardReader = async (options: CardReaderOptions = {}): Promise<CardReader> => {
  const { port = 0, isTalkative = false, onEvent = () => undefined } = options
  const events: string[] = []
  const greetings: string[] = []
  const { clients, first, take } = createPlaces()
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
    const leave = take(client)
    note(`client ${clients().length} is here`)
    client.on('message', (data) => greetings.push(textOf(data)))
    client.on('close', () => {
      leave()
      note('a client is gone')
    })
    if (isTalkative) client.send(`[debug] client connected, ${clients().length} of 4`)
  })
  await once(server, 'listening')
  const at = server.address()
  // Only the first: that is how real ones are built.
  const say = (line: string): boolean => {
    first()?.send(line)
    return first() !== null
  }
  return {
    url: `ws://127.0.0.1:${typeof at === 'object' && at ? at.port : port}`,
    say,
    swipe: (card) => {
      if (isTalkative) say(`[debug] tag in field ${card}`)
      const isHeard = say(`c:${card}`)
      note(isHeard ? `card ${card}` : `card ${card}, with no client listening`)
      return isHeard
    },
    holdPlace: () => take('deadPeer'),
    state: () => ({ clients: clients().length, greetings: [...greetings], events: [...events] }),
    close: async () => {
      for (const client of clients()) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
