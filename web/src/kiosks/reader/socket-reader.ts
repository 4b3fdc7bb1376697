import { parseLine, type ReaderEvents } from './card-lines.ts'
import { holdReader } from './reader-hold.ts'

const protocol = 'arduino'

const greeting = 'hello'

const retryMs = 5000

/** So long without a card, the connection is made anew. */
const idleMs = 30_000

/**
 * Connects again whenever the connection is gone, after 5 s. A reader tells only its first client of cards, and a
 * client does not learn which one it is: where a kiosk lost power, its place stays taken for a while and the next one
 * would hear nothing for good. So an idle connection is closed and opened again, which takes the first place that is free.
 */
const connect = (url: string, { onCard, onState }: ReaderEvents): (() => void) => {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRenewing = false
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isRenewing = true
      socket?.close()
    }, idleMs)
  }
  const hear = ({ data }: MessageEvent) => {
    const parsed = parseLine(typeof data === 'string' ? data : '')
    // oxlint-disable-next-line no-console -- the specification asks for this warning
    if (parsed === 'corrupt') console.warn('The card reader sent an empty message; its line may be broken')
    if (typeof parsed !== 'object') return
    rest()
    onCard(parsed.card)
  }
  const lose = () => {
    clearTimeout(timer)
    // Only now the reader has given up the old place.
    if (isRenewing) return open()
    onState('gone')
    timer = setTimeout(open, retryMs)
  }
  const open = () => {
    isRenewing = false
    try {
      const opened = new WebSocket(url, protocol)
      socket = opened
      opened.addEventListener('open', () => {
        opened.send(greeting)
        onState('ready')
        rest()
      })
      opened.addEventListener('message', hear)
      // An error is always followed by this.
      opened.addEventListener('close', lose)
    } catch {
      // The browser refuses the address, as a page over TLS does with a line that is not.
      lose()
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    socket?.removeEventListener('close', lose)
    socket?.close()
  }
}

/** A reader in the network, itself a server of WebSockets, for the one window of this browser that has it. */
export const openSocket = (url: string, events: ReaderEvents): (() => void) => {
  let stop = () => {}
  const leave = holdReader({
    onHold: () => {
      stop = connect(url, events)
    },
    onElsewhere: () => {
      stop()
      stop = () => {}
      events.onState('elsewhere')
    },
  })
  return () => {
    stop()
    leave()
  }
}
