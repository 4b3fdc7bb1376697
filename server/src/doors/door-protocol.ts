import { DoorMessage } from '@spacekeeper/contract/devices.ts'
import type { SwipeOutcome } from '@spacekeeper/contract/doors.ts'
import type { Services } from '#platform/ctx.ts'
import type { DeviceProtocol, DeviceSession } from '../devices/device-protocol.ts'
import { playTheme } from '../devices/play-theme.ts'
import { announceSwipes } from './announce-swipes.ts'
import { postSwipes } from './post-swipes.ts'
import { pushLists } from './push-lists.ts'
import { recordSwipe } from './record-swipe.ts'
import { textRefused } from './text-refused.ts'

const outcomes = {
  log_access: 'granted',
  log_access_denied: 'refused',
  log_access_locked_out: 'lockedOut',
} as const satisfies Record<string, SwipeOutcome> // its keys are the commands

type Report = keyof typeof outcomes
const isReport = (command: unknown): command is Report =>
  typeof command === 'string' && Object.hasOwn(outcomes, command)

/** Some boards say `door_access` with a payload where others say `log_access`. */
const inOurWords = (message: Record<string, unknown>): Record<string, unknown> => {
  if (message.command !== 'door_access') return message
  const { payload } = message
  const card = typeof payload === 'object' && payload !== null && 'card_id' in payload ? payload.card_id : undefined
  return card === undefined ? message : { command: 'log_access', card_id: card }
}

/** What doors say beyond what all devices do: swipes, and asking for their list. */
export const doorProtocol = (services: Services): DeviceProtocol => {
  const lists = pushLists(services)
  const announce = announceSwipes(services)
  const post = postSwipes(services)

  const report = async (session: DeviceSession, swipe: { command: Report; card: string | null }) => {
    const { command, card } = swipe
    const { ctx, deviceId } = session
    const outcome = outcomes[command]
    const { memberId, refusal } = await recordSwipe(ctx, { deviceId, card, outcome })
    session.send({ command, success: true })
    announce()
    post({ deviceId, memberId, outcome, at: ctx.now() })
    if (outcome === 'granted' && memberId !== null) playTheme(ctx, { memberId, deviceId })
    textRefused(ctx, { memberId, deviceId, refusal })
    if (outcome === 'refused' && memberId !== null) await lists.resend(session)
  }

  return {
    welcome: lists.join,
    leave: lists.leave,
    handle: async (session, raw) => {
      const message = inOurWords(raw)
      if (message.command === 'sync') return lists.resend(session)
      if (!isReport(message.command)) return undefined
      const said = DoorMessage.safeParse(message)
      const card = said.success && 'card_id' in said.data ? said.data.card_id : undefined
      if (card === undefined || card?.includes('\u0000')) {
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
