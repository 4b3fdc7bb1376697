import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { startReceiver } from './receiver.testing.ts'

type Admin = Awaited<ReturnType<TestPortal['as']>>

/** A portal whose administrator adds receivers, and another system that is one of them. */
export const openWebhookScene = async () => {
  let isLate = 0
  let other = await startReceiver()
  const portal = await startTestPortal({ now: () => new Date(Date.now() + isLate) })
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Okafor', isAdmin: true })
  const admin = await portal.as(id)
  await changeSetting(portal.ctx, { key: 'WEBHOOKS_ALLOW_PRIVATE', value: true })
  return {
    portal,
    admin,
    other: () => other,
    /** Forgets what the test before left, with its receiver. */
    begin: async () => {
      isLate = 0
      await portal.db.deleteFrom('webhook_receivers').execute()
      await portal.runJobs()
      other.close()
      other = await startReceiver()
    },
    setLate: (ms: number) => {
      isLate = ms
    },
    addReceiver: (facts: Partial<Parameters<Admin['webhooks']['create']>[0]> = {}) =>
      admin.webhooks.create({ name: 'Home Assistant', address: other.url, kinds: ['visits'], ...facts }),
    logOf: async (receiverId: number) => (await admin.webhooks.listDeliveries({ receiverId })).deliveries,
    close: async () => {
      other.close()
      await portal.close()
    },
  }
}
