import type { EventHandlers, StreamEvent, Transport } from '#platform/api/transport.ts'

/** Takes text as it comes and gives the events that are whole, by the rules of `text/event-stream`. */
export const readEvents = () => {
  let rest = ''
  let id = ''
  return (text: string): StreamEvent[] => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? [])
      const valuesOf = (field: string) => fields.flatMap(([, name, value = '']) => (name === field ? [value] : []))
      const [data, name] = [valuesOf('data'), valuesOf('event').at(-1)]
      id = valuesOf('id').at(-1) ?? id
      return data.length > 0 ? [{ name: name ?? 'message', data: data.join('\n'), id }] : []
    })
  }
}

const listen = async (body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: EventHandlers) => {
  const take = readEvents()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    for (const event of take(value)) heard.event(event)
  }
}

/** A line of events by `fetch`, because an `EventSource` sends no token. It ends when its token runs out. */
export const openFetchEvents =
  (send: Transport['send']): NonNullable<Transport['openEvents']> =>
  (path, heard) => {
    const ending = new AbortController()
    const open = async () => {
      try {
        const response = await send(path, {
          headers: { accept: 'text/event-stream' },
          cache: 'no-store',
          signal: ending.signal,
        })
        if (response.ok && response.body) {
          heard.opened()
          await listen(response.body, heard)
        }
      } catch {
        // The network is gone, or the line was closed here.
      }
      if (!ending.signal.aborted) heard.failed(true)
    }
    void open()
    return () => ending.abort()
  }
