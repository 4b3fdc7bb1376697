import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import type { Day } from '#platform/local-day.ts'
import { aCharge, aPayment, aSubscription } from '../billing/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan, aTier } from '../plans/factory.ts'

/** Something that happened to a charge after it was issued. */
export const enterCharge = async (
  db: Kysely<Database>,
  entry: { chargeId: number; kind: 'voided' | 'writtenOff' | 'refunded'; cents: number; bookedOn: Day },
): Promise<void> => {
  const { chargeId, kind, cents, bookedOn } = entry
  const at = new Date(`${bookedOn}T02:00:00Z`)
  await db
    .insertInto('charge_entries')
    .values({ charge_id: chargeId, at, booked_on: bookedOn, kind, amount_cents: cents })
    .execute()
  const state = ({ voided: 'void', writtenOff: 'writtenOff', refunded: 'refunded' } as const)[kind] // narrows the words
  await db.updateTable('charges').set({ state }).where('id', '=', chargeId).execute()
}

const february = { from: '2026-02-01', to: '2026-03-01' }

/**
 * A small space in Brisbane in February 2026: a year paid in January, dues of the month paid in cash, from a balance
 * and by direct debit, one written off, one cancelled, one asked ahead, and a balance that is topped up and spent.
 */
export const seedMonth = async (db: Kysely<Database>) => {
  const { id: tierId } = await aTier(db, { name: 'Makers' })
  const yearly = await aPlan(db, { tierId, name: 'Yearly', costCents: 36_500, interval: 'year' })
  const monthly = await aPlan(db, { tierId, name: 'Monthly', costCents: 2800 })
  const subscribe = async (firstName: string, planId: number) => {
    const { id: memberId } = await aMember(db, { firstName, lastName: 'Example' })
    const { id: subscriptionId } = await aSubscription(db, { memberId, planId })
    return { memberId, subscriptionId }
  }
  const bo = await subscribe('Bo', yearly.id)
  const year = { from: '2026-01-01', to: '2027-01-01' }
  const ofBo = await aCharge(db, { ...bo, period: year, amountCents: 36_500 })
  const paidByBo = [{ chargeId: ofBo.id, cents: 36_500 }]
  await aPayment(db, { ...bo, amountCents: 36_500, paidOn: '2026-01-10', reference: 'RF18 BO', paid: paidByBo })
  // Paid on the third, and two dollars too much.
  const cy = await subscribe('Cy', monthly.id)
  const ofCy = await aCharge(db, { ...cy, period: february, amountCents: 2800, bookedOn: '2026-01-18' })
  const paidByCy = [{ chargeId: ofCy.id, cents: 2800 }]
  await aPayment(db, { ...cy, amountCents: 3000, method: 'cash', paidOn: '2026-02-03', paid: paidByCy })
  // March, asked for two weeks ahead.
  const dee = await subscribe('Dee', monthly.id)
  const inMarch = { from: '2026-03-01', to: '2026-04-01' }
  await aCharge(db, { ...dee, period: inMarch, amountCents: 3100, bookedOn: '2026-02-15' })
  const eve = await subscribe('Eve', monthly.id)
  await aCharge(db, { ...eve, kind: 'joiningFee', amountCents: 1500, bookedOn: '2026-02-10' })
  const fay = await subscribe('Fay', monthly.id)
  const ofFay = await aCharge(db, { ...fay, period: february, amountCents: 2800 })
  await enterCharge(db, { chargeId: ofFay.id, kind: 'writtenOff', cents: -2800, bookedOn: '2026-02-20' })
  const gus = await subscribe('Gus', monthly.id)
  const ofGus = await aCharge(db, { ...gus, period: february, amountCents: 2800 })
  const paidByGus = [{ chargeId: ofGus.id, cents: 2800 }]
  await aPayment(db, { ...gus, amountCents: 2800, method: 'directDebit', paidOn: '2026-02-12', paid: paidByGus })
  const hal = await subscribe('Hal', monthly.id)
  const ofHal = await aCharge(db, { ...hal, period: february, amountCents: 2800 })
  await enterCharge(db, { chargeId: ofHal.id, kind: 'voided', cents: -2800, bookedOn: '2026-02-14' })

  const ada = await subscribe('Ada', monthly.id)
  await seedBalance(db, ada)
  return { yearlyId: yearly.id, monthlyId: monthly.id, adaId: ada.memberId, cyId: cy.memberId, deeId: dee.memberId }
}

/** Ada tops up, uses a machine, drinks, donates, and pays dues. */
const seedBalance = async (db: Kysely<Database>, ada: { memberId: number; subscriptionId: number }) => {
  const { memberId } = ada
  await anEntry(db, { memberId, amountCents: 5000, type: 'bank', at: new Date('2026-01-20T02:00:00Z') })
  // Half past midnight on 1 February, and one o'clock on 1 March, where the space is.
  await anEntry(db, { memberId, amountCents: 300, type: 'cash', at: new Date('2026-01-31T14:30:00Z') })
  await anEntry(db, { memberId, amountCents: -750, type: 'interlock', at: new Date('2026-02-05T02:00:00Z') })
  const cola = { amountCents: -250, type: 'card', description: '=Cola' } as const // narrows the words
  await anEntry(db, { memberId, ...cola, at: new Date('2026-02-06T02:00:00Z') })
  const donation = { amountCents: -1000, type: 'web', contraAccount: 'donation' } as const // narrows the words
  await anEntry(db, { memberId, ...donation, at: new Date('2026-02-07T02:00:00Z') })
  await anEntry(db, { memberId, amountCents: 2000, type: 'stripe', at: new Date('2026-02-08T02:00:00Z') })
  const dues = { amountCents: -2800, type: 'other', contraAccount: 'dues' } as const // narrows the words
  const taken = await anEntry(db, { memberId, ...dues, at: new Date('2026-02-09T02:00:00Z') })
  const ofAda = await aCharge(db, { ...ada, period: february, amountCents: 2800 })
  await aPayment(db, {
    ...ada,
    amountCents: 2800,
    method: 'balance',
    paidOn: '2026-02-09',
    ledgerEntryId: taken.id,
    paid: [{ chargeId: ofAda.id, cents: 2800 }],
  })
  await anEntry(db, { memberId, amountCents: 100, type: 'other', at: new Date('2026-02-11T02:00:00Z') })
  await anEntry(db, { memberId, amountCents: 500, type: 'cash', at: new Date('2026-02-28T15:00:00Z') })
}
