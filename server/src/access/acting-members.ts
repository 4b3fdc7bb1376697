import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Tx, Work } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'

/** Reasons that can keep a member from acting, each as a question to their row `who`. */
const questions = {
  closed: sql<boolean>`(who.closed_at is not null)`,
  suspended: sql<boolean>`(who.suspended_at is not null)`,
  notActive: sql<boolean>`(who.state <> 'active')`,
  notActiveNorAdmin: sql<boolean>`(who.state <> 'active' and not who.is_admin)`,
  /** They sign with a guardian, and none has ever signed for them. */
  noGuardian: sql<boolean>`(exists (select from minors n where n.member_id = who.id) and not exists (
    select from guardian_requests g where g.member_id = who.id and g.signed_at is not null))`,
} as const satisfies Record<string, RawBuilder<boolean>>

export type ActBar = keyof typeof questions

/** Acts of members, and what keeps them from each, the first that applies. Ending a proxy takes a power away: all may. */
const barsOfActs = {
  /** Casting, having papers signed, giving and holding proxies. Inactive members vote if they are on the roll. */
  vote: ['closed', 'suspended', 'noGuardian'],
  /** Being counted at a meeting. */
  attend: ['closed', 'suspended'],
  visit: ['closed', 'suspended', 'notActiveNorAdmin'],
  logInAtKiosk: ['closed', 'suspended'],
  /** Doors, machines and purchases. A text that was not signed yet is no reason (docs/decisions/0043-joining.md). */
  useDevice: ['closed', 'suspended', 'notActive'],
} as const satisfies Record<string, readonly ActBar[]>

export type MemberAct = keyof typeof barsOfActs

/** Facts about a member; those left out are not true of them. */
export type ActingFacts = Readonly<Partial<Record<ActBar, boolean>>>

/** The reason that keeps a member from an act; null: nothing does. */
export const findBar = <Act extends MemberAct>(
  act: Act,
  facts: ActingFacts,
): (typeof barsOfActs)[Act][number] | null => {
  const bars: readonly (typeof barsOfActs)[Act][number][] = barsOfActs[act]
  return bars.find((bar) => facts[bar] === true) ?? null
}

/** The same as a condition, for queries that ask it of many. */
export const mayAct = (act: MemberAct, memberId: Expression<number> | number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from members who where who.id = ${memberId} and not (${sql.join(
    barsOfActs[act].map((bar) => questions[bar]),
    sql` or `,
  )}))`

/** Facts about a member now; undefined for none. */
export const findActingFacts = (
  db: Pick<ReadonlyKysely<Database> | Tx, 'selectFrom'>,
  memberId: number,
): Promise<ActingFacts | undefined> =>
  (db as Tx) // both read the same way
    .selectFrom('members as who')
    .select(keysOf(questions).map((bar) => questions[bar].as(bar)))
    .where('who.id', '=', memberId)
    .executeTakeFirst()

/**
 * Locks members before it is asked whether they may act: what decides about it changes under the same lock, so that it
 * stays as it is until the transaction ends.
 */
export const lockActing = async ({ tx }: Work, memberIds: readonly number[]): Promise<void> => {
  await tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', sql<number>`any(${[...memberIds]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks a member and says what keeps them from an act. One who is not there is closed. */
export const lockActor = async <Act extends MemberAct>(
  work: Work,
  { memberId, act }: { memberId: number; act: Act },
) => {
  await lockActing(work, [memberId])
  return findBar(act, (await findActingFacts(work.tx, memberId)) ?? { closed: true })
}
