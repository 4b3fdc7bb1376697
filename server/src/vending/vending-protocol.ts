import { randomUUID } from 'node:crypto'
import { isCommandOf } from '@spacekeeper/contract/devices/words.ts'
import { VendingMessage, type ToVending } from '@spacekeeper/contract/vending/shapes.ts'
import type { Services } from '#platform/ctx.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import type { DeviceSession, DeviceProtocol } from '../gateway/device-protocol.ts'
import { readBuyerBalance } from './buyers.ts'
import { type PurchaseOutcome, bookPurchase } from './purchases.ts'
import { reasonOfFields } from './rules.ts'
import { forgetAnswer, type MachineLine } from './sale-answers.ts'

type VendingMessageName = VendingMessage['command']

type VendingMessageOf<C extends VendingMessageName> = Extract<VendingMessage, { command: C }>

type SaleMessage = VendingMessageOf<'debit' | 'credit'>

const isCommand = (command: unknown): command is VendingMessageName =>
  command === 'balance' || command === 'debit' || command === 'credit'

const tellBalance = async ({ ctx, deviceId, send }: DeviceSession, card: string | null) => {
  const buyer = card === null ? null : await readBuyerBalance(ctx, { deviceId, card })
  if (buyer?.refusal === null) send({ command: 'balance', balance: buyer.balanceCents, success: true })
  else send({ command: 'balance', reason: 'invalid_card_id', success: false })
  return buyer
}

const answerTo = (command: SaleMessage['command'], sold: PurchaseOutcome): ToVending => {
  if (sold.outcome === 'tooSoon') return { command: 'rate_limited' }
  const { balanceCents } = sold
  if (sold.outcome === 'booked') return { command, balance: sold.balanceCents, amount: sold.amountCents, success: true }
  const { reason } = sold
  return { command, success: false, reason, ...(balanceCents !== undefined && { balance: balanceCents }) }
}

const sell = async (
  { ctx, deviceId, send }: DeviceSession,
  { said, line }: { said: SaleMessage; line: MachineLine },
): Promise<PurchaseOutcome> => {
  const requestId = said.request_id ?? null
  const sold = await bookPurchase(ctx, {
    deviceId,
    kind: said.command,
    card: said.card_id,
    amount: said.amount,
    description: said.description,
    externalId: said.product_external_id,
    requestId,
    // Two coins are two payments: a member who was paid in for one of them only would have lost the other.
    line: said.command === 'debit' ? line : null,
  })
  // Machines that name their requests may have several under way.
  send({ ...answerTo(said.command, sold), ...(requestId !== null && { request_id: requestId }) })
  return sold
}

/**
 * The lines of machines, and which answer none of them is known to have heard: a sale without a name is kept until
 * anything more is heard on its line.
 */
const trackLines = ({ now, log }: Services) => {
  const lines = new WeakMap<DeviceSession, MachineLine & { unheard: number | null }>()
  const underWay = new Set<Promise<void>>()
  const lineOf = (session: DeviceSession) => {
    const line = lines.get(session) ?? { id: randomUUID(), connectedAt: now(), unheard: null }
    lines.set(session, line)
    return line
  }
  return {
    lineOf,
    answered: (session: DeviceSession, purchaseId: number) => {
      lineOf(session).unheard = purchaseId
    },
    heard: (session: DeviceSession) => {
      const line = lineOf(session)
      const purchaseId = line.unheard
      if (purchaseId === null) return
      line.unheard = null
      const forgotten = forgetAnswer(session.ctx, purchaseId)
        .catch((error: unknown) => log.warn({ err: error }, 'an answer that a machine heard was not forgotten'))
        .finally(() => underWay.delete(forgotten))
      underWay.add(forgotten)
    },
    close: async () => void (await Promise.all(underWay)),
  }
}

/** What vending machines say beyond what all devices do: whose card has how much, and that something is sold. */
export const vendingProtocol = (services: Services): DeviceProtocol => {
  const follow = afterSwipe(services, 'memberbucks')
  const lines = trackLines(services)
  return {
    welcome: async (session) => void lines.lineOf(session),
    heard: lines.heard,
    leave: () => undefined,
    handle: async (session, message) => {
      const { command } = message
      if (!isCommand(command)) return undefined
      const said = VendingMessage.safeParse(message)
      if (!said.success) {
        const reason = reasonOfFields(said.error.issues.map(({ path }) => path[0]))
        return session.send({ command, success: false, reason })
      }
      const { ctx, deviceId } = session
      if (said.data.command === 'balance') {
        const buyer = await tellBalance(session, said.data.card_id)
        return buyer?.refusal ? follow(ctx, { deviceId, memberId: buyer.memberId, refusal: buyer.refusal }) : undefined
      }
      const sold = await sell(session, { said: said.data, line: lines.lineOf(session) })
      if (sold.outcome === 'booked' && (said.data.request_id ?? null) === null) lines.answered(session, sold.purchaseId)
      if (sold.outcome === 'refused' && sold.card) return follow(ctx, { deviceId, ...sold.card })
      if (said.data.command === 'debit' && sold.outcome === 'booked' && sold.news) {
        return follow(ctx, { deviceId, refusal: null, ...sold.news })
      }
      return undefined
    },
    obey: async (session, command) => {
      if (command !== 'sync' && isCommandOf('memberbucks', command)) session.send({ command })
    },
    close: lines.close,
  }
}
