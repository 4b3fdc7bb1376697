import type { LiveEvent } from '@spacekeeper/contract/index.ts'
import type { StreamEvent, Transport } from '#platform/api/transport.ts'
import { checkMs, silenceMs, trackSilence } from './silence.ts'
import { newsOf, type TopicNews } from './topics.ts'

/** News of their line for pages. `heard`: the portal is there, with so many open screens. `paused`: no page is looked at, so nothing is heard. */
export type LineNews =
  | { kind: 'heard'; screens?: number }
  | { kind: 'paused' }
  | ({ kind: 'topic' } & TopicNews)
  /** The portal lets this member listen no more, or another listens in this browser now. */
  | { kind: 'refused' }

export type HearNews = (news: LineNews) => void

/** The portal remembers so much of what happened. */
export const mostAgeMs = 60_000
/** The portal allows so long for the way of the question (server/src/platform/live/event-stream.ts). */
const onTheWayMs = 2000
const brokenMs = 2000
const refusedMs = 5000
/** A page that is looked at says so more often than this. */
const seenForMs = 60_000
/** Many pages may ask for another try at once. */
const againMs = 1000
/** Names no event, so that the portal answers that anything may have been missed. */
const unknownId = '0'

const isLiveEvent = (event: unknown): event is LiveEvent =>
  typeof event === 'object' && event !== null && 'topic' in event && typeof event.topic === 'string'

const readTopic = ({ name, data }: StreamEvent): TopicNews | null => {
  if (name !== 'message') return null
  try {
    const event: unknown = JSON.parse(data)
    return isLiveEvent(event) ? newsOf(event) : null
  } catch {
    return null
  }
}

export type HeldLineInput = {
  openEvents: NonNullable<Transport['openEvents']>
  path: string
  /** The member who listens; a screen without a login names none. */
  member?: string | undefined
  /** How long ago its first page asked for what it shows. */
  ageMs: number
  /** So long it stays open when no page is looked at. */
  hiddenMs: number
}

/** Remembers when each topic was told, for pages that join later. */
const rememberTopics = (ageMs: number) => {
  const from = performance.now() - ageMs
  const toldAt = new Map<string, number>()
  return {
    add: (topic: string) => void toldAt.set(topic, performance.now()),
    /** The topics that a page may have missed which asked so long ago. */
    lately: (age: number): string[] => {
      const asked = performance.now() - age
      return asked < from ? ['reset'] : [...toldAt].flatMap(([topic, at]) => (at >= asked ? [topic] : []))
    },
  }
}

/** The address at which the portal says what was missed: since the last event, or else since the page asked. */
const addressOf = ({ path, member, ageMs }: Pick<HeldLineInput, 'path' | 'member' | 'ageMs'>, lastId: string) => {
  const since =
    lastId === '' && ageMs <= mostAgeMs
      ? `ageMs=${Math.round(ageMs)}`
      : `lastEventId=${encodeURIComponent(lastId || unknownId)}`
  return `${path}?${since}${member === undefined ? '' : `&forMember=${member}`}`
}

/** Whether any page is looked at. */
const trackAttention = (hiddenMs: number) => {
  let isLookedAt = true
  let restsAt = performance.now() + seenForMs
  return {
    look: (isVisible: boolean) => {
      isLookedAt = isVisible
      restsAt = performance.now() + (isVisible ? seenForMs : hiddenMs)
    },
    isLookedAt: () => isLookedAt,
    isOver: () => performance.now() > restsAt,
  }
}

type SourceInput = Omit<HeldLineInput, 'hiddenMs'> & {
  tell: HearNews
  /** The member has opened so many lines that one is to be quiet while it is not looked at. */
  onFull: () => void
}

/** A line that goes on from what was heard last, however often it is opened. */
const keepSource = ({ openEvents, tell, onFull, ...address }: SourceInput) => {
  const silence = trackSilence()
  const sinceOpening = trackSilence()
  let close: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let lastId = ''

  const shut = () => {
    clearTimeout(retry)
    close?.()
    close = null
  }
  const retryIn = (ms: number) => {
    shut()
    if (lastId === '') lastId = unknownId
    retry = setTimeout(open, ms)
  }
  const onEvent = (event: StreamEvent) => {
    lastId = event.id || lastId
    silence.heard()
    if (event.name === 'full') return onFull()
    const news = readTopic(event)
    if (news) tell({ kind: 'topic', ...news })
    else tell({ kind: 'heard', ...(event.name === 'beat' && { screens: Number(event.data) }) })
  }
  const open = () => {
    shut()
    sinceOpening.heard()
    const isFirst = lastId === ''
    close = openEvents(addressOf(address, lastId), {
      opened: () => {
        silence.heard()
        const isLate = isFirst && sinceOpening.ms() > onTheWayMs
        tell(isLate ? { kind: 'topic', topic: 'reset' } : { kind: 'heard' })
      },
      event: onEvent,
      failed: (isOver) => {
        if (isOver) tell({ kind: 'refused' })
        // Not all screens at the same moment.
        retryIn(isOver ? refusedMs : brokenMs * (0.5 + Math.random()))
      },
    })
  }
  return {
    open,
    shut,
    retryIn,
    openForMs: sinceOpening.ms,
    // Not with each check: a slow line needs time to open.
    isSilent: () => silence.ms() >= silenceMs && sinceOpening.ms() >= silenceMs,
  }
}

/** Keeps one line of events open for as many pages as join, opens it anew when it breaks or falls silent, and rests while no page is looked at. */
export const holdLine = ({ hiddenMs, ...address }: HeldLineInput) => {
  const pages = new Set<HearNews>()
  const topics = rememberTopics(address.ageMs)
  const attention = trackAttention(hiddenMs)
  let isPaused = false

  const tell = (news: LineNews) => {
    if (news.kind === 'topic') topics.add(news.topic)
    for (const hear of pages) hear(news)
  }
  const pause = () => {
    source.shut()
    isPaused = true
    tell({ kind: 'paused' })
  }
  const source = keepSource({
    ...address,
    tell,
    onFull: () => (attention.isLookedAt() ? source.retryIn(refusedMs) : pause()),
  })
  const open = () => {
    isPaused = false
    source.open()
  }
  const check = () => {
    if (isPaused) return
    if (attention.isOver()) pause()
    else if (source.isSilent()) open()
  }
  open()
  const timer = setInterval(check, checkMs)

  return {
    /** Answers with what ends it; a page that asked for what it shows so long ago hears what was told since. */
    join: (hear: HearNews, asked: number) => {
      pages.add(hear)
      if (isPaused) hear({ kind: 'paused' })
      for (const topic of topics.lately(asked)) hear({ kind: 'topic', topic })
      return () => void pages.delete(hear)
    },
    isLeft: () => pages.size === 0,
    look: (isVisible: boolean) => {
      attention.look(isVisible)
      if (isVisible && isPaused) open()
    },
    /** Does not wait for the next try. */
    again: () => (source.openForMs() > againMs ? open() : undefined),
    end: () => {
      source.shut()
      clearInterval(timer)
    },
    /** Ends it for pages that still listen. */
    refuse: () => tell({ kind: 'refused' }),
  }
}

export type HeldLine = ReturnType<typeof holdLine>
