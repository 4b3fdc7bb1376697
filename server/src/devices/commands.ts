import { randomUUID } from 'node:crypto'
import { commandEventWords } from '@spacekeeper/contract/devices/events.ts'
import type { DeviceKind, DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { type CommandOf, commandsOf } from '@spacekeeper/contract/devices/words.ts'
import { queueLines } from '#platform/chat/queue-lines.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { chatName, nameColumns } from '#platform/shown-name.ts'
import { countCommand } from './device-counts.ts'
import { getDevice, listChatServices } from './devices.ts'
import { awaitAnswer, giveOrder, relayTimes, socketTimes } from './orders.ts'
import { isInReach, isOffline } from './rules.ts'

const logGrew = screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })

/** Other systems command only while the site lets them, and only what their key reaches. */
const checkKey = async ({ actor, settings }: Ctx, device: { id: number; kind: DeviceKind }) => {
  const isScript = actor.kind === 'member' && actor.script !== undefined
  if (actor.kind !== 'apiKey' && !isScript) return
  if (!(await settings.get('ENABLE_DOOR_BUMP_API'))) throw new AppError('bumpApiOff')
  if (actor.kind === 'apiKey' && !isInReach(actor.reach, device)) throw new AppError('notAllowed')
}

/**
 * Has a device do something, whichever process holds its socket. The order leaves with its audit event, so no door
 * opens unrecorded; an order that was not obeyed is recorded as such, and never will be. Throws `deviceOffline`.
 */
export const commandDevice = async (
  ctx: Ctx,
  input: { deviceId: number; kind: DeviceKind; command: DeviceCommand },
): Promise<void> => {
  const { deviceId, command } = input
  const device = await getDevice(ctx, input)
  await checkKey(ctx, device)
  if (isOffline(device.last_seen_at, ctx.now())) throw new AppError('deviceOffline')
  const subject = { kind: 'device', id: deviceId }
  const orderId = randomUUID()
  const answer = awaitAnswer(ctx, { orderId, isForRelay: device.is_relay })
  try {
    const { lifeMs } = device.is_relay ? relayTimes : socketTimes
    await change(ctx, `${device.kind}.${commandEventWords[command]}`, async (work) => ({
      result: undefined,
      subject,
      data: { orderId },
      tell: [await giveOrder(work, { orderId, deviceId, command, lifeMs }), logGrew],
    }))
    if (await answer.wait()) {
      countCommand(command, deviceId)
      if (command === 'bump') await announceBump(ctx, deviceId)
      return
    }
  } finally {
    answer.stop()
  }
  await change(ctx, `${device.kind}.notReached`, async () => ({
    result: undefined,
    subject,
    data: { orderId, command },
    tell: [logGrew],
  }))
  throw new AppError('deviceOffline')
}

type CommandCall<Params> = { ctx: Ctx; input: Params }

type CommandHandlers<K extends DeviceKind, Params> = {
  [C in CommandOf<K>]: (call: CommandCall<Params>) => Promise<{ success: boolean }>
}

/** The handlers of a kind's commands; `idOf` finds the device in what the route was called with. */
export const commandHandlers = <const K extends DeviceKind, Params>(kind: K, idOf: (input: Params) => number) => {
  const made = commandsOf(kind).map((command) => [
    command,
    async ({ ctx, input }: CommandCall<Params>) => {
      await commandDevice(ctx, { deviceId: idOf(input), kind, command })
      return { success: true }
    },
  ])
  return Object.fromEntries(made) as CommandHandlers<K, Params> // computed names lose their literal types
}

const findActorName = async ({ db, actor, settings }: Ctx): Promise<string | null> => {
  if (actor.kind !== 'member') return null
  const member = await db
    .selectFrom('members as m')
    .select(['m.is_hidden_from_members', ...nameColumns])
    .where('m.id', '=', actor.id)
    .executeTakeFirst()
  return member ? chatName(member, await settings.get('SHOWN_NAME')) : null
}

const queueBump = async (ctx: Ctx, deviceId: number) => {
  if (openWebhooks(await ctx.settings.all()).length === 0) return
  const device = (await listChatServices(ctx, [deviceId])).get(deviceId)
  if (!device) return
  const name = await findActorName(ctx)
  const words =
    name === null ? `${device.name} was opened by another system.` : `${name} opened ${device.name} from the portal.`
  const line = { words, tone: 'notice' as const, happenedAt: ctx.now(), services: device.services }
  await record(ctx, async (work) => ({ result: await queueLines(work, [line]) }))
}

/** Says in the chats that a door was opened from the portal. It is open by then, so a failure here is only noted. */
export const announceBump = (ctx: Ctx, deviceId: number): Promise<void> =>
  queueBump(ctx, deviceId).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'a bump was not queued for the chats'),
  )
