import type { OpenDay } from '@spacekeeper/contract/auth/shapes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import type { ClientAddress } from '../client-address.ts'
import type { Count, Throttle } from './throttle.ts'

type OpenDayInput = { client: Pick<ClientAddress, 'address' | 'network'>; throttle: Throttle }

const openDayOf = ({ client }: OpenDayInput): Count => ['openDays', client.network]

/** Until when many may register from this network. */
export const findOpenDay = async (ctx: Ctx, input: OpenDayInput): Promise<OpenDay> => {
  const remainingMs = await input.throttle.remainingMs(openDayOf(input))
  return { until: remainingMs === null ? null : new Date(ctx.now().getTime() + remainingMs).toISOString() }
}

/** Lets many register from this network for some hours: a room of newcomers shares one address. */
export const startOpenDay = async (ctx: Ctx, input: OpenDayInput): Promise<OpenDay> => {
  await change(ctx, 'account.openDayStarted', async () => ({
    result: undefined,
    data: { address: input.client.address },
  }))
  await input.throttle.remember(openDayOf(input))
  return findOpenDay(ctx, input)
}

export const endOpenDay = async (ctx: Ctx, input: OpenDayInput): Promise<void> => {
  await input.throttle.forget(openDayOf(input))
  await change(ctx, 'account.openDayEnded', async () => ({
    result: undefined,
    data: { address: input.client.address },
  }))
}

/** The kiosk at which a person registers: a screen of the space, where many do. */
export const findRegistrationKiosk = async (app: FastifyInstance, request: FastifyRequest): Promise<number | null> => {
  const kiosk = await app.findKiosk(request)
  return kiosk?.isAuthorised && !kiosk.isDisplay ? kiosk.id : null
}

/** Counts one more registration: with those of its kiosk, or of its network. */
export const takeRegistration = async (input: OpenDayInput & { kioskId: number | null }): Promise<void> => {
  const { client, throttle, kioskId } = input
  if (kioskId !== null) return throttle.take(['registrationsPerKiosk', String(kioskId)])
  const isOpenDay = await throttle.remembers(openDayOf(input))
  return throttle.take([isOpenDay ? 'registrationsOnOpenDay' : 'registrationsPerAddress', client.network])
}
