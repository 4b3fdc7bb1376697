import { DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { DriverTest } from '@spacekeeper/contract/drivers/shapes.ts'
import { z } from 'zod'
import { channel, type Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'

/**
 * The lists of some doors may have changed: those named, those the members named hold a grant for, or all.
 * State-based: every listener computes the list anew, so hearing it twice does no harm.
 */
export const doorLists = channel(
  'doorLists',
  z.object({
    deviceIds: z.array(z.number()).optional(),
    memberIds: z.array(z.number()).optional(),
    all: z.literal(true).optional(),
  }),
)

/** So many ids fit into one notice. */
const mostIds = 500

/** The same for any number of doors, or of members with all that they hold a grant for. */
export const doorListNotices = (named: 'deviceIds' | 'memberIds', ids: readonly number[]): Notice[] =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, n) =>
    doorLists.notice({ [named]: ids.slice(n * mostIds, (n + 1) * mostIds) }),
  )

/** For the screens of staff on which devices are listed or named. */
export const devicesChanged = screens.notice({
  topic: 'devices',
  audience: { staff: ['devices', 'access', 'members'] },
})

/** Facts about devices changed that their sockets must follow: authorised, key revoked, lockout, removed. */
export const deviceChanges = channel('deviceChanges', z.object({ deviceIds: z.array(z.number()) }))

/** A device has just authenticated on a new socket, so any older one is dead or an impostor's. */
export const deviceConnections = channel(
  'deviceConnections',
  z.object({ deviceId: z.number(), connectionId: z.string() }),
)

/**
 * Something for a device to do, addressed to whichever process holds its socket or drives its relay.
 * `memberId`: the member who uses a relay from the portal; without it staff or the portal itself gave the order.
 * `sessionId`: the use it is about, so that it does not end the next one.
 */
export const deviceOrders = channel(
  'deviceOrders',
  z.object({
    orderId: z.string(),
    deviceId: z.number(),
    command: DeviceCommand,
    memberId: z.number().optional(),
    sessionId: z.string().optional(),
  }),
)

/**
 * That process has passed an order on, or could not: only a relay says at once that it did not obey. `test`: what a
 * relay said that was only asked (`sync`).
 */
export const deviceAnswers = channel(
  'deviceAnswers',
  z.object({ orderId: z.string(), hasFailed: z.literal(true).optional(), test: DriverTest.optional() }),
)
