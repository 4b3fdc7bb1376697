import type { ChatTopic } from '@spacekeeper/contract/settings/words.ts'
import { systemCtx, type Ctx, type Services } from '../ctx.ts'
import { record } from '../db/change.ts'
import { queueLines, type NewLine } from './queue-lines.ts'
import { openWebhooks } from './webhooks.ts'

/** What happened in so long is queued together. */
const restMs = 250
/** In one rest; what is above is told by the portal's own lists alone. */
const mostWaiting = 1000

type Collecting<T> = {
  topic: ChatTopic
  linesOf: (ctx: Ctx, happened: readonly T[]) => Promise<NewLine[]>
  /** What the log says when it fails. */
  failure: string
}

/**
 * Says in the chats what devices report. Called after a device has its answer, and returns at once: the first is queued
 * right away, a rush of them together.
 */
export const collectLines = <T>(services: Services, input: Collecting<T>): ((happened: T) => void) => {
  const ctx = systemCtx(services)
  let waiting: T[] = []
  let isResting = false

  const queue = async (happened: readonly T[]) => {
    if (openWebhooks(await ctx.settings.all(), input.topic).length === 0) return
    const lines = await input.linesOf(ctx, happened)
    if (lines.length > 0) await record(ctx, async (work) => ({ result: await queueLines(work, lines) }))
  }
  const flush = () => {
    const happened = waiting
    waiting = []
    isResting = true
    queue(happened)
      .catch((error: unknown) => services.log.warn({ err: error }, input.failure))
      .finally(() => {
        setTimeout(() => {
          isResting = false
          if (waiting.length > 0) flush()
        }, restMs).unref()
      })
  }
  return (happened) => {
    if (waiting.length >= mostWaiting) return
    waiting.push(happened)
    if (!isResting) flush()
  }
}
