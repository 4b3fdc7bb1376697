import { sql } from 'kysely'
import type { ChangePart, Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

/** The newest application of a row of `members` that counts: one of a spell that is over decides nothing any more. */
export const currentApplication = <T>(column: 'id' | 'state') =>
  sql<T>`(select ${sql.ref(`a.${column}`)} from applications a
    where a.member_id = members.id and a.spell = members.spell order by a.id desc limit 1)`

/** Hands in an application for the spell of a member that is locked; its number. */
export const insertApplication = async ({ tx, now }: Work, memberId: number): Promise<number> => {
  const { id } = await tx
    .insertInto('applications')
    .columns(['member_id', 'spell', 'is_returning', 'state', 'submitted_at'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select(['id', 'spell', sql<boolean>`membership_state = 'inactive'`.as('is_returning')])
        .select([sql.lit('waiting').as('state'), sql<Date>`${now}::timestamptz`.as('submitted_at')])
        .where('id', '=', memberId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An application that is still open, locked with its member until the transaction ends. */
export const lockApplication = async ({ tx }: Work, applicationId: number) => {
  const owner = await tx
    .selectFrom('applications')
    .select('member_id')
    .where('id', '=', sql<number>`${applicationId}::int`)
    .executeTakeFirst()
  if (!owner) throw new AppError('notFound')
  await tx.selectFrom('members').select('id').where('id', '=', owner.member_id).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', applicationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state !== 'waiting' && row.state !== 'asked') throw new AppError('alreadyDecided')
  return row
}

type ApplicationEnd = { state: 'accepted' | 'declined' | 'withdrawn'; reason?: string }

/** Null where the applicants do it themselves, such as by withdrawing. */
const deciderOf = ({ ctx }: Work) =>
  sql<number | null>`nullif(${ctx.actor.kind === 'member' ? ctx.actor.id : null}::int, member_id)`

/** Keeps a question about an application that `lockApplication` has locked; it waits for the applicant. */
export const storeQuestion = async (
  { tx, now }: Work,
  { applicationId, question }: { applicationId: number; question: string },
): Promise<void> => {
  await tx
    .updateTable('applications')
    .set({ state: 'asked', question, asked_at: now, answer: null, answered_at: null })
    .where('id', '=', applicationId)
    .execute()
}

/** Keeps what a member, who is locked, answers; their application waits for staff again. Its number. */
export const storeAnswer = async (
  { tx, now }: Work,
  { memberId, answer }: { memberId: number; answer: string },
): Promise<number> => {
  const newest = await tx
    .selectFrom('applications as own')
    .innerJoin('members', 'members.id', 'own.member_id')
    .select(['own.id', 'own.state'])
    .where('members.id', '=', memberId)
    .where('own.id', '=', currentApplication<number>('id'))
    .executeTakeFirst()
  if (!newest) throw new AppError('notFound')
  if (newest.state !== 'asked') throw new AppError('alreadyDecided')
  await tx
    .updateTable('applications')
    .set({ state: 'waiting', answer, answered_at: now })
    .where('id', '=', newest.id)
    .execute()
  return newest.id
}

/** Decides an application that `lockApplication` has locked. */
export const decideApplication = async (
  work: Work,
  { applicationId, state, reason }: ApplicationEnd & { applicationId: number },
): Promise<void> => {
  await work.tx
    .updateTable('applications')
    .set({ state, decided_at: work.now, decided_by: deciderOf(work), reason: reason ?? null })
    .where('id', '=', applicationId)
    .execute()
}

export type SettledApplication = { memberId: number; applicationId: number; state: ApplicationEnd['state'] }

/** Settles what is open of members whose spell ends with this change: whatever lets them in accepts it. */
export const settleApplications = async (
  work: Work,
  { memberIds, state, reason }: ApplicationEnd & { memberIds: readonly number[] },
): Promise<SettledApplication[]> => {
  const rows = await work.tx
    .updateTable('applications')
    .set({ state, decided_at: work.now, decided_by: deciderOf(work), reason: reason || null })
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('state', 'in', ['waiting', 'asked'])
    .returning(['id as applicationId', 'member_id as memberId'])
    .execute()
  return rows.map((row) => ({ ...row, state }))
}

/** Opens again what a change had settled that is undone. */
export const reopenApplications = async ({ tx }: Work, applicationIds: readonly number[]): Promise<void> => {
  await tx
    .updateTable('applications')
    .set({
      state: sql<
        'asked' | 'waiting'
      >`case when question is not null and answer is null then 'asked' else 'waiting' end`,
      decided_at: null,
      decided_by: null,
      reason: null,
    })
    .where('id', '=', sql<number>`any(${applicationIds}::int[])`)
    .execute()
}

/** The event of an application that a change of its member settled. */
export const applicationSettled = ({ memberId, applicationId, state }: SettledApplication): ChangePart => ({
  event: `application.${state}`,
  subject: { kind: 'member', id: memberId },
  data: { applicationId },
})

/** The applications of a member go with the account, and what they decided on names them no more. */
export const eraseApplications = async ({ tx }: Work, memberId: number): Promise<void> => {
  await tx.deleteFrom('applications').where('member_id', '=', memberId).execute()
  await tx.updateTable('applications').set({ decided_by: null }).where('decided_by', '=', memberId).execute()
}
