import { openSource } from '#platform/api/transport.ts'
import { holdLine, type HeldLine } from './held-line.ts'
import type { LineRequest } from './shared-line.ts'

// The worker that all tabs of a browser share. A browser has six connections to a portal that speaks HTTP/1.1, so not every
// tab can have a line of its own.

const hiddenMs = 60_000

/** By their address; of the member who listens in this browser now. */
const lines = new Map<string, { member: string | undefined; line: HeldLine }>()

const drop = (path: string, line: HeldLine) => {
  line.end()
  if (lines.get(path)?.line === line) lines.delete(path)
}

const lineOf = ({ path, member, ageMs }: LineRequest & { kind: 'join' }): HeldLine => {
  const held = lines.get(path)
  if (held && held.member === member) return held.line
  if (held) drop(path, held.line)
  const line = holdLine({ openEvents: openSource, path, member, ageMs, hiddenMs })
  lines.set(path, { member, line })
  held?.line.refuse()
  return line
}

const serve = (port: MessagePort) => {
  let line: HeldLine | null = null
  let leave = () => {}
  const join = (request: LineRequest & { kind: 'join' }) => {
    const joined = lineOf(request)
    const stop = joined.join((news) => port.postMessage(news), request.ageMs)
    line = joined
    leave = () => {
      stop()
      if (joined.isLeft()) drop(request.path, joined)
    }
  }
  port.addEventListener('message', ({ data }: MessageEvent<LineRequest>) => {
    if (data.kind === 'join') join(data)
    else if (data.kind === 'look') line?.look(data.isVisible)
    else if (data.kind === 'again') line?.again()
    else {
      leave()
      port.close()
    }
  })
  port.start()
}

addEventListener('connect', (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : []
  if (port) serve(port)
})
