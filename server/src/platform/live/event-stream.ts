import type { LiveEvent, LiveTopic } from '@spacekeeper/contract/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../ctx.ts'
import { outageOf } from '../db/outage.ts'
import { openScreens } from '../metrics/process-registry.ts'
import type { NoticeCause } from './channel.ts'
import { createEventMemory, type ScreenEvent } from './event-memory.ts'
import { ownerOf, type EventListener } from './listeners.ts'
import { screens, subjectOf, type Audience } from './screens.ts'

/** Browsers count a line as lost that was silent for a little longer than two of these (web/src/platform/live). */
const heartbeatMs = 3000
/** Whether callers may still listen is checked with every so many. */
const checkEvery = 7

/** How long the question of a page that begins to listen may take to arrive. */
const onTheWayMs = 2000

/**
 * An event of a type of its own: scripts do not see comments, and readers of topics do not see this. It says how many
 * streams are open, so that not all of them ask in the same moment.
 */
const beatText = (count: number) => `event: beat\ndata: ${count}\n\n`

/** Not all browsers come back in the same moment. */
const retryMs = () => Math.round(1000 + Math.random() * 2000)

/** Of one member or screen and this process. Lines of devices that left without a word count as well, until the network gives them up. */
const mostOfOne = 20

/** Pages that know this event come back when they are looked at (web/src/platform/live); other clients after a minute. */
const giveWayText = 'event: full\nretry: 60000\ndata: 1\n\n'

/** From when on a stream is to be told: how long ago its page asked, or the last event it heard. */
type ListeningQuery = { ageMs?: number | undefined; lastEventId?: string | undefined }

type Stream = { reply: FastifyReply; request: FastifyRequest; listener: EventListener }

/** So much waits for a reader, in bytes; one that reads no more than that comes back and is told what it missed. */
const mostUnread = 64 * 1024

const send = ({ reply: { raw } }: Stream, text: string) => {
  raw.write(text)
  if (raw.writableLength > mostUnread) raw.destroy()
}

const write = (stream: Stream, { id, ...event }: { id: string } & LiveEvent) =>
  send(stream, `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)

const tellOne = (stream: Stream, { id, topic, audience, cause }: ScreenEvent) => {
  const { listener } = stream
  const heard = listener.hears(topic, audience)
  if (heard === null) return
  // Others have no use for it.
  const by = cause && ownerOf({ kind: 'member', id: cause.memberId }) === listener.owner ? cause.requestId : undefined
  write(stream, { id, topic: heard, of: subjectOf(audience), by })
}

const begin = ({ reply }: Stream) => {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  // Compression and buffering on the way would hold events back.
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Kept for another request, it would hold up the stop of the portal.
    connection: 'close',
  })
  reply.raw.write(`retry: ${retryMs()}\n\n`)
}

/** The open streams of this process, and what each of them is to be told. */
const createStreams = () => {
  const memory = createEventMemory()
  const streams = new Set<Stream>()

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.reply.raw.end()
  }
  /** The oldest gives way: the newest is the one that is looked at, and the oldest may have no screen left. */
  const makeRoom = ({ listener }: Stream) => {
    const open = [...streams].filter((other) => other.listener.owner === listener.owner)
    for (const stream of open.slice(0, Math.max(0, open.length - mostOfOne + 1))) {
      stream.reply.raw.write(giveWayText)
      end(stream)
    }
  }
  return {
    tell: (topic: LiveTopic, audience: Audience, cause?: NoticeCause) => {
      const event = memory.add(topic, audience, cause)
      for (const stream of streams) tellOne(stream, event)
    },
    add: (stream: Stream) => {
      makeRoom(stream)
      streams.add(stream)
      openScreens.inc()
      stream.reply.raw.on('close', () => {
        openScreens.dec()
        streams.delete(stream)
      })
      stream.reply.raw.on('error', () => streams.delete(stream))
    },
    /** By the last event it heard, or else by how long ago it asked. */
    catchUp: (stream: Stream, { lastSeen, ageMs }: { lastSeen: string; ageMs: number }) => {
      const missed = lastSeen === '' ? memory.lately(ageMs) : memory.since(lastSeen)
      if (!missed) write(stream, { id: memory.lastId(), topic: 'reset' })
      for (const event of missed ?? []) tellOne(stream, event)
    },
    /** A caller can lose their session, state or permissions while the screen stays open. */
    checkAgain: (stream: Stream) => {
      stream.listener.again().then(
        (listener) => {
          if (listener) stream.listener = listener
          else end(stream)
        },
        // Without the database there are no events either, and all would come back at once.
        (error: unknown) => outageOf(error) ?? end(stream),
      )
    },
    /** The first beat, with the event up to which the stream knows all: what breaks before the next event can go on from there. */
    welcome: (stream: Stream) => send(stream, `id: ${memory.lastId()}\n${beatText(streams.size)}`),
    all: () => [...streams],
    end,
  }
}

/** Tells open screens what is stale, each only what its caller may know of. */
export const createEventStreams = (app: FastifyInstance, services: Services) => {
  const streams = createStreams()

  let beats = 0
  const beat = setInterval(() => {
    beats += 1
    const open = streams.all()
    for (const stream of open) {
      send(stream, beatText(open.length))
      if (beats % checkEvery === 0) streams.checkAgain(stream)
    }
  }, heartbeatMs)
  const stops = [
    services.live.on(screens, ({ topic, audience }, cause) => {
      streams.tell(topic, audience, cause)
      for (const stream of streams.all()) if (stream.listener.isChangedBy(topic, audience)) streams.checkAgain(stream)
    }),
    services.live.onReconnect(() => streams.tell('reset', 'everybody')),
  ]
  app.addHook('preClose', async () => {
    clearInterval(beat)
    for (const stop of stops) stop()
    for (const stream of streams.all()) streams.end(stream)
  })

  return {
    open: (stream: Stream, { ageMs, lastEventId }: ListeningQuery = {}): undefined => {
      begin(stream)
      streams.add(stream)
      const lastSeen = String(stream.request.headers['last-event-id'] ?? lastEventId ?? '')
      if (lastSeen !== '' || ageMs !== undefined)
        streams.catchUp(stream, { lastSeen, ageMs: (ageMs ?? 0) + onTheWayMs })
      streams.welcome(stream)
    },
  }
}
