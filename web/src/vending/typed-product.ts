import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const { shape } = vendingApi.addProduct.body

/** What is typed has to be what the contract takes once it is read; whatever it says, these are the words for it. */
const typed = <Out>(
  field: z.ZodType<Out>,
  input: { read: (text: string) => unknown; word: 'amountWrong' | 'countWrong' },
) =>
  z.string().transform((text, context) => {
    const read = field.safeParse(input.read(text))
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: describeKey(`vending:${input.word}`) })
    return z.NEVER
  })

export const readCount = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)
const countOrNothing = (text: string) => (text.trim() === '' ? null : readCount(text))
const amountOrNothing = (text: string) => (text.trim() === '' ? 0 : parseAmount(text))

/** A product as it is typed; amounts become cents, and an empty stock is none that is counted. */
export const TypedProduct = z.object({
  name: shape.name,
  externalId: shape.externalId,
  /** Empty: every machine. */
  deviceId: z.string().transform((id) => (id === '' ? null : Number(id))),
  priceCents: typed(shape.priceCents, { read: parseAmount, word: 'amountWrong' }),
  costPriceCents: typed(shape.costPriceCents, { read: amountOrNothing, word: 'amountWrong' }),
  stock: typed(shape.stock, { read: countOrNothing, word: 'countWrong' }),
  isActive: z.boolean(),
})
