import { randomUUID } from 'node:crypto'
import type { DriverTest } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { deviceAnswers } from '../devices/channels.ts'
import { giveOrder, newOrder } from '../devices/orders.ts'
import { findDriver, openDriver } from './driver-settings.ts'
import { failedTest } from './relay-driver.ts'

/** How long the process that drives the relay may take: it waits for a broker, and then for the relay. */
const answerMs = 6_000

/** What the connection that is open says of the relay; null when no process drives it. */
const askRunning = async (ctx: Ctx, deviceId: number): Promise<DriverTest | null> => {
  const orderId = randomUUID()
  let settle = (_test: DriverTest | null) => {}
  const told = new Promise<DriverTest | null>((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(() => settle(null), answerMs)
  const stop = ctx.live.on(deviceAnswers, (answer) => {
    if (answer.orderId === orderId) settle(answer.test ?? null)
  })
  try {
    await record(ctx, async (work) => ({
      result: undefined,
      tell: [await giveOrder(work, { ...newOrder({ deviceId, command: 'sync' }), orderId })],
    }))
    return await told
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/**
 * Asks a relay what it does right now, and switches nothing. A relay behind a broker may say so only when it changes,
 * so the connection that has been listening is asked; every other one is asked anew, by what is stored.
 */
export const testConnection = async (ctx: Ctx, deviceId: number): Promise<DriverTest> => {
  const { settings, secret, is_authorised: isDriven } = await findDriver(ctx, deviceId)
  if (settings.driver === 'socket') throw badField('driver', 'This device connects by itself.')
  const running = settings.driver === 'mqtt' && isDriven ? await askRunning(ctx, deviceId) : null
  if (running) return running
  const opened = secret === null ? '' : decrypt(ctx.secretKey, secret)
  const driver = openDriver({ settings, secret: opened, onChange: () => undefined })
  try {
    return { problem: null, ...(await driver.readState()) }
  } catch (error) {
    return failedTest(error)
  } finally {
    driver.close()
  }
}
