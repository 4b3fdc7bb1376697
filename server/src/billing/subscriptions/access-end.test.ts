import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { type SmsPortal, startSmsPortal } from '../../messages/sms.testing.ts'
import { aPlan } from '../../plans/factory.ts'
import { changeBilling } from '../billing-work.ts'
import { runBilling } from './nightly.ts'
import { startSubscription } from './subscriptions.ts'

let space: SmsPortal
let now = new Date('2027-01-01T02:00:00Z')
beforeAll(async () => {
  space = await startSmsPortal(() => now)
})
afterAll(() => space.close())

test.each(['', '12345', '0400 111 222'])(
  'unpaid access ends with text messages on, the phone number %j, and mail and text messages down, and its member is told once',
  async (phone) => {
    const { portal, twilio, textsOf } = space
    now = new Date('2027-01-01T02:00:00Z')
    const { id: memberId } = await aMember(portal.db, { phone })
    const { id: planId } = await aPlan(portal.db, { costCents: 3100 })
    await changeBilling(portal.ctx, 'billing.subscribed', (work) =>
      startSubscription(work, { memberId, planId, collector: 'bank', paysBeforeAccess: false }),
    )
    twilio.refuse({ status: 500, code: 20500, message: 'An internal server error has occurred' })
    now = new Date('2027-01-08T14:00:00Z')
    for (let night = 0; night < 3; night += 1) {
      await runBilling(portal.ctx)
      await portal.runJobs()
    }
    const { membership_state: state } = await portal.db
      .selectFrom('members')
      .select('membership_state')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('inactive')
    const texts = (await textsOf(memberId)).map(({ template }) => template)
    expect(texts).toEqual(phone === '' ? [] : ['deactivated_access'])
    await space.reset()
  },
)
