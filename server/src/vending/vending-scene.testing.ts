import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { type MemberFacts, aMember } from '../members/factory.ts'
import type { aVendingMachine } from './factory.ts'

type SceneMachine = Awaited<ReturnType<typeof aVendingMachine>>

/** Says something as a vending machine does, and hears the answer. */
export const asks = async (line: DialledDevice, message: object) => {
  line.send(message)
  return line.next()
}

/** Connects vending machines to a portal, and gives members cards and money. */
export const driveVending = (db: Kysely<Database>) => {
  const lines: DialledDevice[] = []
  let cards = 700
  return {
    /** The line of a machine that has heard whether it is locked out. */
    connect: async (url: string, machine: SceneMachine) => {
      const line = await dialDevice(url, { path: `/ws/access/memberbucks/${machine.serial}`, key: machine.key })
      lines.push(line)
      await line.settle()
      return line
    },
    aBuyer: async (balanceCents: number, facts: MemberFacts = {}) => {
      cards += 1
      const card = String(cards)
      const member = await aMember(db, { cards: [card], ...facts })
      if (balanceCents !== 0) await anEntry(db, { memberId: member.id, amountCents: balanceCents })
      return { ...member, card }
    },
    balanceOf: async (memberId: number) => {
      const row = await db
        .selectFrom('balances')
        .select('balance_cents')
        .where('member_id', '=', memberId)
        .executeTakeFirst()
      return row?.balance_cents ?? 0
    },
    purchasesOf: (memberId: number) =>
      db.selectFrom('purchases').selectAll().where('member_id', '=', memberId).orderBy('id').execute(),
    refusalsOf: async (memberId: number) => {
      const rows = await db
        .selectFrom('swipes')
        .select('refusal')
        .where('member_id', '=', memberId)
        .orderBy('id')
        .execute()
      return rows.map(({ refusal }) => refusal)
    },
    hangUp: async () => {
      for (const line of lines.splice(0)) await line.close()
    },
  }
}
