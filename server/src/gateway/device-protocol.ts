import type { DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import type { ToDoor } from '@spacekeeper/contract/doors/shapes.ts'
import type { ToInterlock } from '@spacekeeper/contract/interlocks/shapes.ts'
import type { ToVending } from '@spacekeeper/contract/vending/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'

/** An authenticated device, as long as its socket is open. */
export type DeviceSession = {
  deviceId: number
  /** With the device as the actor. */
  ctx: Ctx
  send: (message: ToDoor | ToInterlock | ToVending) => void
}

/** The messages of one kind of device, beyond those that all kinds have in common. */
export type DeviceProtocol = {
  /** Sends what belongs between `authorised` and the lockout state. From now on the session is told of changes. */
  welcome: (session: DeviceSession) => Promise<void>
  /** Answers one message. The next one waits until it is done. */
  handle: (session: DeviceSession, message: Record<string, unknown>) => Promise<void>
  /** Passes a command on to the device. */
  obey: (session: DeviceSession, command: DeviceCommand) => Promise<void>
  /** The device was put under lockout, and has been told. */
  lockOut?: (session: DeviceSession) => void
  /** The device may not connect any more: what is sent now is the last it hears. */
  withdraw?: (session: DeviceSession) => void
  /** What a sync sends again is its list; to all other kinds it is the lockout state, the one thing they hold. */
  holdsList?: true
  /** Something was heard of the device, so it has most likely heard what it was sent before. */
  heard?: (session: DeviceSession) => void
  leave: (session: DeviceSession) => void
  /** The process is shutting down. */
  close: () => void | Promise<void>
}
