import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { startApplePush } from './apple-push.testing.ts'
import { aPassCertificate, joined } from './certificates.testing.ts'
import { aPhone } from './phone.testing.ts'
import { refreshPasses } from './updates.ts'

type TestPhone = ReturnType<typeof aPhone>

/** Starts both before the tests of a file, and ends them after. */
const openForFile = () => {
  const clock = { now: new Date('2026-03-01T10:00:00Z') }
  const certificate = aPassCertificate()
  const open: { apple?: Awaited<ReturnType<typeof startApplePush>>; portal?: TestPortal; url?: string } = {}
  const opened = () => {
    const { apple, portal, url } = open
    if (!apple || !portal || url === undefined) throw new Error('The portal is not open yet.')
    return { apple, portal, url }
  }
  beforeAll(async () => {
    open.apple = await startApplePush()
    open.portal = await startTestPortal({ appleUrl: open.apple.url, now: () => clock.now })
    open.url = await open.portal.listen()
    await changeSetting(open.portal.ctx, { key: 'APPLE_WALLET_CERTIFICATE', value: joined(certificate) })
  })
  beforeEach(() => {
    opened().apple.answerAll(null)
    opened().apple.take()
  })
  afterAll(async () => {
    await open.portal?.close()
    await open.apple?.close()
  })

  return { clock, certificate, opened }
}

/** A portal that is set up for Apple Wallet, with a push service of Apple, on a clock of its own, for a file of tests. */
export const useApplePortal = () => {
  const { clock, certificate, opened } = openForFile()
  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  const newPhone = () => aPhone({ portalUrl: opened().url, issuer: certificate.issuer })

  return {
    clock,
    certificate,
    opened,
    later,
    newPhone,
    /** A minute later the portal has looked what changed, and told it. */
    minutePasses: async () => {
      later(1)
      await refreshPasses(opened().portal.ctx)
      await opened().portal.runJobs()
    },
    /** A member with the digital ID on a phone. */
    holder: async () => {
      const { portal } = opened()
      const { id } = await aMember(portal.db, { firstName: 'Una', lastName: 'Reid' })
      const client = await portal.as(id)
      const { url } = await client.wallet.create({ kind: 'apple' })
      const phone = newPhone()
      expect(await phone.open(url)).toBe(201)
      return { id, client, phone, url }
    },
    setMember: (id: number, values: Record<string, unknown>) =>
      opened().portal.db.updateTable('members').set(values).where('id', '=', id).execute(),
    /** The messages to a phone since the last time. */
    pushesTo: ({ pushToken }: TestPhone) =>
      opened()
        .apple.take()
        .filter(({ deviceToken }) => deviceToken === pushToken),
    /** What a stranger reads who scans the pass. */
    check: async (phone: TestPhone) => {
      const token = phone.pass().barcodes[0]?.message.split('/').at(-1) ?? ''
      return (await opened().portal.as(null)).profile.verifyIdCode({ token })
    },
    stateOf: (phone: TestPhone) => phone.pass().generic.secondaryFields[0]?.value,
  }
}
