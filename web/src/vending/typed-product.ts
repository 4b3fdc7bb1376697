import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import { z } from 'zod'
import { parseAmount, parseCount } from '#platform/form/amounts.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const { shape } = vendingApi.addProduct.body

const amount = { read: parseAmount, words: () => describeKey('vending:amountWrong') }

const count = { read: parseCount, words: () => describeKey('vending:countWrong') }

/** A product as it is typed; amounts become cents, and an empty stock is none that is counted. */
export const TypedProduct = z.object({
  name: shape.name,
  externalId: shape.externalId,
  /** Empty: every machine. */
  deviceId: z.string().transform((id) => (id === '' ? null : Number(id))),
  priceCents: typedNumber(shape.priceCents, amount),
  costPriceCents: typedNumber(shape.costPriceCents, { ...amount, empty: 0 }),
  stock: typedNumber(shape.stock, { ...count, empty: null }),
  isActive: z.boolean(),
})
