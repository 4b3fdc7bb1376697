import type { Ctx } from '#platform/ctx.ts'
import { deviceAnswers } from './channels.ts'

/** How long the process that holds the socket may take to answer. */
const answerMs = 1_500
/** A relay answers only once it has obeyed, which takes two or three calls over a wireless network. */
export const relayAnswerMs = 4_000

/** Listens for the answer to an order; `reached` is true once it has come and false when it is too late. */
export const awaitAnswer = (ctx: Ctx, { orderId, isForRelay = false }: { orderId: string; isForRelay?: boolean }) => {
  let settle = (_isReached: boolean) => {}
  const reached = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(() => settle(false), isForRelay ? relayAnswerMs : answerMs)
  const stop = ctx.live.on(deviceAnswers, (answer) => {
    if (answer.orderId === orderId) settle(!answer.hasFailed)
  })
  return {
    reached,
    stop: () => {
      clearTimeout(timer)
      stop()
    },
  }
}
