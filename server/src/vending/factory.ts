import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { aDevice, type DeviceFacts } from '../devices/factory.ts'

type VendingMachineFacts = Omit<DeviceFacts, 'kind'> & { maxCreditCents?: number; maxDailyCreditCents?: number }

/** A vending machine for tests and demonstrations, authorised and with a key; it pays nothing onto balances. */
export const aVendingMachine = async (db: Kysely<Database>, facts: VendingMachineFacts = {}) => {
  const { maxCreditCents, maxDailyCreditCents, ...device } = facts
  const machine = await aDevice(db, { ...device, kind: 'memberbucks' })
  await db
    .insertInto('credit_limits')
    .values({
      device_id: machine.id,
      max_credit_cents: maxCreditCents ?? null,
      max_daily_credit_cents: maxDailyCreditCents ?? null,
    })
    .execute()
  return machine
}

export type ProductFacts = {
  name?: string
  externalId?: string
  priceCents?: number
  costPriceCents?: number
  stock?: number | null
  isActive?: boolean
  deviceId?: number
}

let count = 0

/** A product; whatever is not said is ordinary: for sale at 2.50, not counted. */
export const aProduct = async (
  db: Kysely<Database>,
  facts: ProductFacts = {},
): Promise<{ id: number; name: string; externalId: string }> => {
  count += 1
  const { name = `Product ${count}`, externalId = `slot-${count}` } = facts
  const { id } = await db
    .insertInto('products')
    .values({
      name,
      external_id: externalId,
      device_id: facts.deviceId ?? null,
      price_cents: facts.priceCents ?? 250,
      cost_price_cents: facts.costPriceCents ?? 120,
      stock: facts.stock ?? null,
      is_active: facts.isActive ?? true,
      added_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, externalId }
}
