import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/** Each job carries its kind as a flag, so that a kind can be passed over. */
export const flagOf = (kind: string): string => `kind ${kind}`

/**
 * Keeps one slot of a process free of any one kind of job: while a kind takes all others, jobs of it are passed over.
 * Workers ask for their next job one after another, or they would all find the kind below its limit and take it.
 */
export const shareSlots = (slots: number) => {
  const events: WorkerEvents = new EventEmitter()
  const running = new Map<string, number>()
  let asking = Promise.resolve()
  let answered: () => void = () => undefined
  const count = (kind: string, by: number) => running.set(kind, (running.get(kind) ?? 0) + by)

  events.on('job:start', ({ job }) => {
    count(job.task_identifier, 1)
    answered()
  })
  events.on('job:complete', ({ job }) => void count(job.task_identifier, -1))
  events.on('worker:getJob:empty', () => answered())
  events.on('worker:getJob:error', () => answered())

  const forbiddenFlags = async (): Promise<string[]> => {
    const before = asking
    const { promise, resolve } = Promise.withResolvers<void>()
    asking = promise
    await before
    answered = resolve
    return [...running].flatMap(([kind, taken]) => (taken >= slots - 1 ? [flagOf(kind)] : []))
  }
  return { events, forbiddenFlags }
}
