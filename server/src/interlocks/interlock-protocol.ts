import { isCommandOf } from '@spacekeeper/contract/devices/words.ts'
import { InterlockMessage } from '@spacekeeper/contract/interlocks/shapes.ts'
import type { Services } from '#platform/ctx.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import type { DeviceProtocol, DeviceSession } from '../gateway/device-protocol.ts'
import { wireReason } from './rules.ts'
import { endMachineSession, startMachineSession, endIfOver, updateSession } from './sessions.ts'

type InterlockMessageOf<C extends InterlockMessage['command']> = Extract<InterlockMessage, { command: C }>

const starter = (services: Services) => {
  const follow = afterSwipe(services, 'interlock')
  return async (session: DeviceSession, said: InterlockMessageOf<'interlock_session_start'>) => {
    const { ctx, deviceId, send } = session
    const started = await startMachineSession(ctx, { deviceId, card: said.card_id })
    const { memberId } = started
    if (started.outcome === 'started') {
      send({ command: said.command, session_id: started.sessionId })
      return follow(ctx, { deviceId, memberId, refusal: null })
    }
    send({ command: 'interlock_session_rejected', reason: wireReason(started.refusal) })
    return follow(ctx, { deviceId, memberId, refusal: started.refusal })
  }
}

/** A machine that goes on although its session is over is told to stop. */
const answer = (
  { send }: DeviceSession,
  command: 'interlock_session_update' | 'interlock_session_end',
  isDone: boolean,
) => {
  if (isDone) return send({ command, success: true })
  send({ command, success: false, reason: 'session_already_ended' })
  if (command === 'interlock_session_update') send({ command: 'lock' })
}

const report = async (
  session: DeviceSession,
  said: InterlockMessageOf<'interlock_session_update' | 'interlock_session_end'>,
) => {
  const { ctx, deviceId } = session
  const facts = { deviceId, sessionId: said.session_id, kwh: said.session_kwh }
  if (said.command === 'interlock_session_update') {
    return answer(session, said.command, (await updateSession(ctx, facts)) === 'running')
  }
  const ended = await endMachineSession(ctx, { ...facts, card: said.card_id })
  return answer(session, said.command, ended === 'ended')
}

/** What machines say beyond what all devices do: that a card wants to start them, that they run, that they stopped. */
export const interlockProtocol = (services: Services): DeviceProtocol => {
  const start = starter(services)
  return {
    welcome: async (session) => {
      // A machine that comes back after a while must not run on without a use that is paid for.
      if (await endIfOver(session.ctx, { deviceId: session.deviceId })) session.send({ command: 'lock' })
    },
    // Known boards refuse cards under lockout and let a use run on, unless they are told to lock. They then end it with
    // their last reading; one that does not is told again when it reports the use.
    lockOut: (session) => session.send({ command: 'lock' }),
    withdraw: (session) => session.send({ command: 'lock' }),
    leave: () => undefined,
    handle: async (session, message) => {
      const said = InterlockMessage.safeParse(message)
      if (said.success) {
        return said.data.command === 'interlock_session_start' ? start(session, said.data) : report(session, said.data)
      }
      const { command } = message
      if (command === 'interlock_session_start') {
        return session.send({ command: 'interlock_session_rejected', reason: 'rejected' })
      }
      if (command === 'interlock_session_update' || command === 'interlock_session_end') {
        return answer(session, command, false)
      }
      return undefined
    },
    obey: async (session, command) => {
      if (command !== 'sync' && isCommandOf('interlock', command)) session.send({ command })
    },
    close: () => undefined,
  }
}
