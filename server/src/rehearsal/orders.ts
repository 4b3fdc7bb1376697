import type { RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { ActOrder } from './acts.ts'
import type { RehearsalOffers } from './offers.ts'
import type { MoveOrder, Play } from './play.ts'

/** What the portal asks of the process of a rehearsal. */
export type RehearsalOrder =
  | { kind: 'open'; dataDir: string; at: string; offers: RehearsalOffers }
  | ({ kind: 'move' } & MoveOrder)
  | ({ kind: 'act' } & ActOrder)
  | { kind: 'tour' }
  | { kind: 'stopTour' }

/** What that process says. */
export type RehearsalNews =
  | { kind: 'standing'; standing: RehearsalStanding }
  /** It waits for the next order. */
  | { kind: 'ready' }
  | { kind: 'failed'; problem: string }

/** How long each step of the tour stays to be read. */
const readingMs = 1500

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Carries out orders one after the other. A tour is one of them; it ends early when it is told to. */
export const takeOrders = (play: Play, say: (news: RehearsalNews) => void) => {
  let isStopped = false
  const carryOut = async (order: RehearsalOrder): Promise<void> => {
    if (order.kind === 'move') return play.move(order)
    if (order.kind === 'act') return play.act(order)
    if (order.kind !== 'tour') return undefined
    isStopped = false
    let isFirst = true
    return play.play(async () => {
      if (!isFirst) await pause(readingMs)
      isFirst = false
      return !isStopped
    })
  }
  return (order: RehearsalOrder): void => {
    if (order.kind === 'stopTour') {
      isStopped = true
      return
    }
    carryOut(order).then(
      () => say({ kind: 'ready' }),
      (error: unknown) => say({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) }),
    )
  }
}
