import type { ContraAccount, staffTypes, TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Actor } from '#platform/ctx.ts'

/** How far below nothing a balance may go; null: as far as it takes, because what was used has to be paid. */
export type FloorCents = number | null

/** What a member who has `balanceCents` can still spend. */
export const isCovered = (input: { balanceCents: number; amountCents: number; floorCents: FloorCents }): boolean => {
  const { balanceCents, amountCents, floorCents } = input
  // A member who is below the floor already may still pay in.
  return amountCents > 0 || floorCents === null || balanceCents + amountCents >= floorCents
}

/** The most a balance holds, and the least: as much as the database counts in cents. */
const maxBalanceCents = 2_147_483_647

export const isWithinBounds = ({ balanceCents, amountCents }: { balanceCents: number; amountCents: number }): boolean =>
  Math.abs(balanceCents + amountCents) <= maxBalanceCents

type MovementKind = { amountCents: number; type: TransactionType; contraAccount: ContraAccount }

/** The same movement asked for once more: what a key was used for is what it is used for now. */
export const isSameMovement = (booked: MovementKind, asked: MovementKind): boolean =>
  booked.amountCents === asked.amountCents && booked.type === asked.type && booked.contraAccount === asked.contraAccount

/** Where what staff book by hand comes from or goes to. */
export const contraAccountOfStaff = {
  cash: 'cash',
  bank: 'bank',
  other: 'correction',
} as const satisfies Record<(typeof staffTypes)[number], ContraAccount>

/** Staff do not book on their own balance. Administrators may, because they may be the only staff. */
export const mayBookFor = (actor: Actor, memberId: number): boolean =>
  actor.kind !== 'member' || actor.isAdmin || actor.id !== memberId

/** Cents as the currency units that existing clients read. */
export const inUnits = (cents: number): number => cents / 100

/** What settings say in whole units of the currency. */
export const centsOfUnits = (units: number): number => units * 100
