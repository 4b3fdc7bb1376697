import type { Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { changeSetting } from '../settings/settings.ts'
import { aProduct, aVendingMachine } from '../vending/factory.ts'

export type SeededSlot = { id: string; name: string; priceCents: number }
export type SeededVending = { id: number; name: string; serial: string; key: string; slots: SeededSlot[] }

type StockedSlot = { id: string; name: string; priceCents: number; costPriceCents: number; stock: number | null }

const fewSlots: readonly StockedSlot[] = [
  { id: '1', name: 'Ginger beer', priceCents: 350, costPriceCents: 180, stock: 24 },
  { id: '2', name: 'Lemonade', priceCents: 300, costPriceCents: 140, stock: 4 },
  { id: '3', name: 'Safety glasses', priceCents: 500, costPriceCents: 310, stock: null },
]

/** For who wants to see a longer list. */
export const manySlots: readonly StockedSlot[] = [
  ...fewSlots,
  { id: '4', name: 'Sparkling water', priceCents: 200, costPriceCents: 70, stock: 17 },
  { id: '5', name: 'Oat bar', priceCents: 250, costPriceCents: 110, stock: 11 },
  { id: '6', name: 'Sandpaper set', priceCents: 700, costPriceCents: 420, stock: 6 },
]

/** Adds a vending machine with what is in it to a seeded space. */
export const seedVending = async (
  services: Services,
  slots: readonly StockedSlot[] = fewSlots,
): Promise<SeededVending[]> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  await changeSetting(systemCtx(services), { key: 'ENABLE_MEMBERBUCKS', value: true })
  for (const { id, ...facts } of slots) await aProduct(db, { externalId: id, ...facts })
  const machine = await aVendingMachine(db, { name: 'Drinks machine', serial: 'demo-drinks', maxCreditCents: 2000 })
  return [{ ...machine, slots: slots.map(({ id, name, priceCents }) => ({ id, name, priceCents })) }]
}
