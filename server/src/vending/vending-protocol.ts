import { isCommandOf } from '@spacekeeper/contract/devices/words.ts'
import { VendingMessage, type ToVending } from '@spacekeeper/contract/vending/shapes.ts'
import type { Services } from '#platform/ctx.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import type { DeviceSession, DeviceProtocol } from '../gateway/device-protocol.ts'
import { readBuyerBalance } from './buyers.ts'
import { type PurchaseOutcome, bookPurchase } from './purchases.ts'
import { reasonOfFields } from './rules.ts'

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

const sell = async ({ ctx, deviceId, send }: DeviceSession, said: SaleMessage): Promise<PurchaseOutcome> => {
  const requestId = said.request_id ?? null
  const sold = await bookPurchase(ctx, {
    deviceId,
    kind: said.command,
    card: said.card_id,
    amount: said.amount,
    description: said.description,
    externalId: said.product_external_id,
    requestId,
  })
  // Machines that name their requests may have several under way.
  send({ ...answerTo(said.command, sold), ...(requestId !== null && { request_id: requestId }) })
  return sold
}

/** What vending machines say beyond what all devices do: whose card has how much, and that something is sold. */
export const vendingProtocol = (services: Services): DeviceProtocol => {
  const follow = afterSwipe(services, 'memberbucks')
  return {
    welcome: async () => undefined,
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
      const sold = await sell(session, said.data)
      if (sold.outcome === 'refused' && sold.card) return follow(ctx, { deviceId, ...sold.card })
      if (said.data.command === 'debit' && sold.outcome === 'booked' && sold.news) {
        return follow(ctx, { deviceId, refusal: null, ...sold.news })
      }
      return undefined
    },
    obey: async (session, command) => {
      if (command !== 'sync' && isCommandOf('memberbucks', command)) session.send({ command })
    },
    close: () => undefined,
  }
}
