import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { openCardMember } from './paying/card-member.testing.ts'

type AskedRefund = { amountCents?: number; idempotencyKey?: string; keepsAccess?: boolean }

/** What a treasurer sees of the member's payments, and does. */
const refundActs = (scene: ReturnType<typeof openCardMember> & { treasurerId: number; desk: () => TestClient }) => {
  /** The member's payment of a month and the joining fee. */
  const payment = async () => {
    const { payments } = await scene.desk().billing.deskPayments({})
    const found = payments.filter(({ memberId, amountCents }) => memberId === scene.memberId && amountCents > 0).at(-1)
    if (!found) throw new Error('nothing was paid')
    return found
  }

  const intentOf = async () => {
    const row = scene.portal.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', (await payment()).id)
    return (await row.executeTakeFirstOrThrow()).provider_ref ?? ''
  }

  const refund = async ({ amountCents = 4100, idempotencyKey = randomUUID(), keepsAccess = false }: AskedRefund = {}) =>
    scene.desk().stripe.refundToCard({
      paymentId: (await payment()).id,
      amountCents,
      reason: 'Joined by mistake',
      keepsAccess,
      idempotencyKey,
    })

  const shownRefunds = async () => {
    const { cardRefund } = await payment()
    return cardRefund ? [cardRefund] : []
  }

  const atStripe = async () => (await scene.stripe.refunds.list({ payment_intent: await intentOf() })).data

  /** What was booked as given back. */
  const booked = () =>
    scene.portal.db
      .selectFrom('payments')
      .select(['amount_cents', 'note', 'actor_id', 'method', 'provider_ref'])
      .where('member_id', '=', scene.memberId)
      .where('amount_cents', '<', 0)
      .orderBy('id')
      .execute()

  const treasurerMails = async (template = 'cardRefundFailed') =>
    (
      await scene.portal.db
        .selectFrom('messages')
        .select(['subject', 'text'])
        .where('member_id', '=', scene.treasurerId)
        .where('template', '=', template)
        .orderBy('id')
        .execute()
    ).map(({ subject, text }) => `${subject} ${text}`)

  return { payment, intentOf, refund, shownRefunds, atStripe, booked, treasurerMails }
}

/** A member with a card, and a treasurer who gives money back. One for a file. */
export const openRefundScene = () => {
  let desk: TestClient | undefined
  const scene = Object.assign(openCardMember(), {
    treasurerId: 0,
    desk: (): TestClient => {
      if (!desk) throw new Error('the treasurer comes before each test')
      return desk
    },
  })
  /** Sessions end as days go by. */
  const comeBack = async () => {
    desk = await scene.portal.as(scene.treasurerId)
  }
  beforeAll(async () => {
    const treasurer = { permissions: ['money' as const], firstName: 'Tess', lastName: 'Urer' }
    scene.treasurerId = (await aMember(scene.portal.db, treasurer)).id
  })
  beforeEach(async () => {
    scene.fake.faults.clear()
    await scene.fake.control('short-balance', { isShort: false })
    await comeBack()
  })
  return Object.assign(scene, { comeBack }, refundActs(scene))
}
