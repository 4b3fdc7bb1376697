/** `name`: `message` where the portal named it nothing else. `id`: by which the portal knows what came after it. */
export type StreamEvent = { name: string; data: string; id: string }

/** What is heard on a line of events. */
export type EventHandlers = {
  opened: () => void
  event: (event: StreamEvent) => void
  /** `isOver`: nothing opens it again by itself. */
  failed: (isOver: boolean) => void
}

/** How this page reaches its portal. A page of the portal itself is at the same address and has cookies. */
export type Transport = {
  /** Where the portal is, such as `https://portal.example.org`. */
  origin: () => string
  /** As `fetch`, of a path of the portal. */
  send: (path: string, init?: RequestInit) => Promise<Response>
  /** Answers with what closes the line. Where it is absent, all tabs of the browser share one (web/src/platform/live/). */
  openEvents?: (path: string, heard: EventHandlers) => () => void
  /** Keeps a file for the member under its name; where it is absent, the browser does. */
  keepFile?: (file: { name: string; content: Blob }) => void
}

/** The browser tells a line's own events apart by name, so each is listened for. */
const namedEvents = ['beat', 'full']

/** A line of the browser, with its cookies. */
export const openSource: NonNullable<Transport['openEvents']> = (path, heard) => {
  const source = new EventSource(path)
  source.onopen = heard.opened
  for (const name of ['message', ...namedEvents])
    source.addEventListener(name, ({ data, lastEventId }) => heard.event({ name, data: String(data), id: lastEventId }))
  source.onerror = () => heard.failed(source.readyState === EventSource.CLOSED)
  return () => source.close()
}

let transport: Transport = {
  origin: () => globalThis.location.origin,
  send: (path, init) => fetch(path, init),
}

/** The phone app is elsewhere than the portal: it says how to reach it before anything is asked. Answers with the way back. */
export const setTransport = (next: Transport): (() => void) => {
  const before = transport
  transport = next
  return () => {
    transport = before
  }
}

export const portalOrigin = () => transport.origin()
export const sendToPortal: Transport['send'] = (path, init) => transport.send(path, init)
export const ownEvents = () => transport.openEvents
export const fileKeeper = () => transport.keepFile
