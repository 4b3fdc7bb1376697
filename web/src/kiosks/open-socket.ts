import type { ReaderEvents } from './open-reader.ts'
import { parseLine } from './parse-line.ts'

const protocol = 'arduino'
const greeting = 'hello'
const retryMs = 5000

/** A reader in the network, itself a server of WebSockets; whenever it is gone it is looked for again after 5 s. */
export const openSocket = (url: string, { onCard, onState }: ReaderEvents): (() => void) => {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = ({ data }: MessageEvent) => {
    const parsed = parseLine(typeof data === 'string' ? data : '')
    // oxlint-disable-next-line no-console -- the specification asks for this warning
    if (parsed === 'corrupt') console.warn('The card reader sent an empty message; its line may be broken')
    if (typeof parsed === 'object') onCard(parsed.card)
  }
  const lose = () => {
    onState(false)
    clearTimeout(timer)
    timer = setTimeout(open, retryMs)
  }
  const open = () => {
    try {
      const opened = new WebSocket(url, protocol)
      socket = opened
      opened.addEventListener('open', () => {
        opened.send(greeting)
        onState(true)
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
