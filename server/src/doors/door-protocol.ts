import type { SwipeOutcome } from '@spacekeeper/contract/access/shapes.ts'
import { DoorMessage } from '@spacekeeper/contract/doors/shapes.ts'
import { isStorable } from '@spacekeeper/contract/gateway/shapes.ts'
import { z } from 'zod'
import type { Services } from '#platform/ctx.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import { swipeRecorder } from '../access/swipes.ts'
import type { DeviceProtocol, DeviceSession } from '../gateway/device-protocol.ts'
import { addSpelling } from '../members/cards/given-cards.ts'
import { pushLists } from './card-lists.ts'

const outcomes = {
  log_access: 'granted',
  log_access_denied: 'refused',
  log_access_locked_out: 'lockedOut',
} as const satisfies Record<string, SwipeOutcome> // its keys are the commands

type SwipeCommand = keyof typeof outcomes
const isSwipe = (command: unknown): command is SwipeCommand =>
  typeof command === 'string' && Object.hasOwn(outcomes, command)

const DoorAccess = z.object({
  command: z.literal('door_access'),
  payload: z.object({ id_number: z.unknown(), card_id: z.unknown(), success: z.unknown() }).partial(),
})

/** Some boards say `door_access` with a payload, which also says whether the door opened, where others say `log_access`. */
const inOurWords = (message: Record<string, unknown>): Record<string, unknown> => {
  const said = DoorAccess.safeParse(message)
  if (!said.success) return message
  const { id_number: number, card_id: card = number, success } = said.data.payload
  if (card === undefined) return message
  return { command: success === false ? 'log_access_denied' : 'log_access', card_id: card }
}

/** What doors say beyond what all devices do: swipes, and asking for their list. */
export const doorProtocol = (services: Services): DeviceProtocol => {
  const lists = pushLists(services)
  const follow = afterSwipe(services, 'door')
  const recordSwipe = swipeRecorder(services)

  const report = async (session: DeviceSession, swipe: { command: SwipeCommand; card: string | null }) => {
    const { command, card } = swipe
    const { ctx, deviceId } = session
    const { memberId, refusal, newlySpelledId } = await recordSwipe(ctx, { deviceId, card, outcome: outcomes[command] })
    session.send({ command, success: true })
    if (newlySpelledId !== null && card !== null) await addSpelling(ctx, { cardId: newlySpelledId, spelling: card })
    await follow(ctx, { deviceId, memberId, refusal, resendList: () => lists.resend(session) })
  }

  return {
    welcome: lists.join,
    // It keeps the last list it got, and opens by that with no line at all.
    withdraw: lists.empty,
    holdsList: true,
    leave: lists.leave,
    handle: async (session, raw) => {
      const message = inOurWords(raw)
      if (message.command === 'sync') return lists.resend(session)
      if (!isSwipe(message.command)) return undefined
      const said = DoorMessage.safeParse(message)
      const card = said.success && 'card_id' in said.data ? said.data.card_id : undefined
      if (card === undefined || !isStorable(card)) {
        return session.send({ command: message.command, success: false, reason: 'invalid_card_id' })
      }
      return report(session, { command: message.command, card })
    },
    obey: async (session, command) => {
      if (command === 'sync') await lists.resend(session)
      else session.send({ command })
    },
    close: lists.close,
  }
}
