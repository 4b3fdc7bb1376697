import { InterlockMessage } from '@spacekeeper/contract/devices.ts'
import { playTheme } from '../devices/play-theme.ts'
import type { DeviceProtocol, DeviceSession } from '../devices/device-protocol.ts'
import type { Services } from '#platform/ctx.ts'
import { endSession } from './end-session.ts'
import { postUses } from './post-uses.ts'
import { wireReason } from './rules.ts'
import { startSession } from './start-session.ts'
import { endIfOver } from './sweep-sessions.ts'
import { updateSession } from './update-session.ts'

type Said<C extends InterlockMessage['command']> = Extract<InterlockMessage, { command: C }>

/** Whatever follows a start waits until the machine has its answer. */
const starter = (services: Services) => {
  const post = postUses(services)
  return async (session: DeviceSession, said: Said<'interlock_session_start'>) => {
    const { ctx, deviceId, send } = session
    const started = await startSession(ctx, { deviceId, card: said.card_id })
    const happened = { deviceId, memberId: started.memberId, at: ctx.now() }
    if (started.outcome === 'started') {
      send({ command: said.command, session_id: started.sessionId })
      playTheme(ctx, { memberId: started.memberId, deviceId })
      return post({ ...happened, news: { kind: 'started' } })
    }
    send({ command: 'interlock_session_rejected', reason: wireReason(started.refusal) })
    return post({ ...happened, news: { kind: started.refusal === 'lockedOut' ? 'lockedOut' : 'refused' } })
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

const report = async (session: DeviceSession, said: Said<'interlock_session_update' | 'interlock_session_end'>) => {
  const { ctx, deviceId } = session
  const facts = { deviceId, sessionId: said.session_id, kwh: said.session_kwh }
  if (said.command === 'interlock_session_update') {
    return answer(session, said.command, (await updateSession(ctx, facts)) === 'running')
  }
  const ended = await endSession(ctx, { ...facts, card: said.card_id })
  return answer(session, said.command, ended === 'ended')
}

/** What machines say beyond what all devices do: that somebody wants to start them, that they run, that they stopped. */
export const interlockProtocol = (services: Services): DeviceProtocol => {
  const start = starter(services)
  return {
    welcome: async (session) => {
      // A machine that comes back after a while must not run on without anybody paying for it.
      if (await endIfOver(session.ctx, { deviceId: session.deviceId })) session.send({ command: 'lock' })
    },
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
      if (command !== 'sync' && command !== 'bump') session.send({ command })
    },
    close: () => undefined,
  }
}
