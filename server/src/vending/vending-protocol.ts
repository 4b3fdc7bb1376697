import { VendingMessage, type ToVending } from '@spacekeeper/contract/vending.ts'
import type { Services } from '#platform/ctx.ts'
import type { DeviceProtocol, DeviceSession } from '../devices/device-protocol.ts'
import { bookPurchase, type Sold } from './book-purchase.ts'
import { postPurchases } from './post-purchases.ts'
import { readBalance } from './read-balance.ts'
import { reasonOfFields } from './rules.ts'

type Command = VendingMessage['command']
type Said<C extends Command> = Extract<VendingMessage, { command: C }>
type Sale = Said<'debit' | 'credit'>

const isCommand = (command: unknown): command is Command =>
  command === 'balance' || command === 'debit' || command === 'credit'

const tellBalance = async ({ ctx, deviceId, send }: DeviceSession, card: string | null) => {
  const balance = card === null ? null : await readBalance(ctx, { deviceId, card })
  if (balance === null) return send({ command: 'balance', reason: 'invalid_card_id', success: false })
  return send({ command: 'balance', balance, success: true })
}

const answerTo = (command: Sale['command'], sold: Sold): ToVending => {
  if (sold.outcome === 'tooSoon') return { command: 'rate_limited' }
  const { balanceCents } = sold
  if (sold.outcome === 'booked') return { command, balance: sold.balanceCents, amount: sold.amountCents, success: true }
  const { reason } = sold
  return { command, success: false, reason, ...(balanceCents !== undefined && { balance: balanceCents }) }
}

const sell = async ({ ctx, deviceId, send }: DeviceSession, said: Sale): Promise<Sold> => {
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
  const post = postPurchases(services)
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
      if (said.data.command === 'balance') return tellBalance(session, said.data.card_id)
      const sold = await sell(session, said.data)
      if (said.data.command === 'debit' && sold.outcome === 'booked' && sold.news) {
        post({ deviceId: session.deviceId, at: services.now(), ...sold.news })
      }
      return undefined
    },
    obey: async (session, command) => {
      if (command !== 'sync' && command !== 'bump') session.send({ command })
    },
    close: () => undefined,
  }
}
