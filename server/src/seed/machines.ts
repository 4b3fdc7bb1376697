import type { Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import type { SeededSpace } from './space.ts'

export type SeededMachine = { id: number; name: string; serial: string; key: string }

/** Adds a machine that costs something to a seeded space. */
export const seedSaw = async (services: Services, { members }: SeededSpace): Promise<SeededMachine> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  await changeSetting(systemCtx(services), { key: 'ENABLE_MEMBERBUCKS', value: true })
  const saw = await aMachine(db, {
    name: 'Table saw',
    serial: 'demo-table-saw',
    perSessionCents: 50,
    perHourCents: 600,
    perKwhCents: 40,
    maxMinutes: 240,
  })
  for (const memberId of [members.ada, members.bo]) await aGrant(db, { memberId, deviceId: saw.id })
  return saw
}

/** The same, and money to pay for it. */
export const seedMachines = async (services: Services, space: SeededSpace): Promise<SeededMachine[]> => {
  const saw = await seedSaw(services, space)
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  for (const memberId of [space.members.ada, space.members.bo]) {
    await anEntry(db, { memberId, amountCents: 2000, type: 'cash', description: 'Cash at the desk' })
  }
  return [saw]
}
