/** What is heard on a line of events. */
export type EventHandlers = {
  opened: () => void
  /** `message` where the portal named it nothing else. */
  event: (name: string, data: string) => void
  /** `isOver`: nothing opens it again by itself. */
  failed: (isOver: boolean) => void
}

/** How this page reaches its portal. A page of the portal itself is at the same address and has cookies. */
export type Transport = {
  /** Where the portal is, such as `https://portal.example.org`. */
  origin: () => string
  /** As `fetch`, of a path of the portal. */
  send: (path: string, init?: RequestInit) => Promise<Response>
  /** Answers with what closes the line. */
  openEvents: (path: string, heard: EventHandlers) => () => void
  /** Keeps a file for the member under its name; where it is absent, the browser does. */
  keepFile?: (file: { name: string; content: Blob }) => void
}

/** The browser tells a line's own events apart by name, so each is listened for. */
const namedEvents = ['beat', 'full']

const openSource: Transport['openEvents'] = (path, heard) => {
  const source = new EventSource(path)
  source.onopen = heard.opened
  source.onmessage = ({ data }) => heard.event('message', String(data))
  for (const name of namedEvents) source.addEventListener(name, () => heard.event(name, ''))
  source.onerror = () => heard.failed(source.readyState === EventSource.CLOSED)
  return () => source.close()
}

let transport: Transport = {
  origin: () => globalThis.location.origin,
  send: (path, init) => fetch(path, init),
  openEvents: openSource,
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
export const openPortalEvents: Transport['openEvents'] = (path, heard) => transport.openEvents(path, heard)
export const fileKeeper = () => transport.keepFile
