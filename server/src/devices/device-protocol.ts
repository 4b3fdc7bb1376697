import type { DeviceCommand, ToDoor, ToInterlock } from '@spacekeeper/contract/devices.ts'
import type { ToVending } from '@spacekeeper/contract/vending.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A device that has proved who it is, as long as its socket lives. */
export type DeviceSession = {
  deviceId: number
  /** The device as the one who acts. */
  ctx: Ctx
  send: (message: ToDoor | ToInterlock | ToVending) => void
}

/** What a kind of device speaks about beyond what all do. */
export type DeviceProtocol = {
  /** Pushes what belongs between `authorised` and the lockout state. From now on the session hears of changes. */
  welcome: (session: DeviceSession) => Promise<void>
  /** Answers one message. The next one waits until it is done. */
  handle: (session: DeviceSession, message: Record<string, unknown>) => Promise<void>
  /** Passes on what somebody wants it to do. */
  obey: (session: DeviceSession, command: DeviceCommand) => Promise<void>
  leave: (session: DeviceSession) => void
  /** The process ends. */
  close: () => void | Promise<void>
}
