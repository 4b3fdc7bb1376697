import type { DriverTest } from '@spacekeeper/contract/drivers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { badField } from '#platform/http/app-error.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { problemOf } from './driver-fault.ts'
import { openDriver } from './open-driver.ts'
import { findDriver } from './queries.ts'

/** Asks a relay over a line of its own, so that the answer is about the settings and nothing else. Switches nothing. */
export const testConnection = async (ctx: Ctx, deviceId: number): Promise<DriverTest> => {
  const { settings, secret } = await findDriver(ctx, deviceId)
  if (settings.driver === 'socket') throw badField('driver', 'This device connects by itself.')
  const opened = secret === null ? '' : decrypt(ctx.secretKey, secret)
  const driver = openDriver({ settings, secret: opened, onChange: () => undefined })
  try {
    return { problem: null, ...(await driver.readState()) }
  } catch (error) {
    return { problem: problemOf(error), isOn: null, energyKwh: null, powerWatts: null }
  } finally {
    driver.close()
  }
}
