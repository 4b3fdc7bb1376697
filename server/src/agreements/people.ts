import type { AgreementPerson } from '@spacekeeper/contract/agreements/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isMinor } from './minors.ts'
import { queueDueMails } from './new-wordings.ts'
import { agreementsToday, hasSigned, inForce, isActive, isForMember } from './wordings.ts'

const mostPeople = 1000

type PersonRow = {
  memberId: number
  name: string
  isMinor: boolean
  signatureId: number | null
  version: number
  signedName: string
  signedAt: Date
  guardianName: string | null
  guardianSignedAt: Date | null
}

const asPerson = (row: PersonRow): AgreementPerson => ({
  memberId: row.memberId,
  name: row.name,
  isMinor: row.isMinor,
  signature:
    row.signatureId === null
      ? null
      : {
          id: row.signatureId,
          version: row.version,
          name: row.signedName,
          at: row.signedAt.toISOString(),
          guardian:
            row.guardianName === null
              ? null
              : { name: row.guardianName, signedAt: row.guardianSignedAt?.toISOString() ?? null },
        },
})

const findTitle = async (ctx: Ctx, agreementId: number) => {
  const row = await ctx.db
    .selectFrom('agreement_versions')
    .select('title')
    .where('agreement_id', '=', agreementId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row.title
}

/** The latest signature of each member under any text of an agreement. */
const latestSignature = (agreementId: number) => sql`lateral (
  select s.id as "signatureId", v.number as version, s.signed_name as "signedName", s.signed_at as "signedAt",
    g.guardian_name as "guardianName", g.signed_at as "guardianSignedAt"
  from agreement_signatures s join agreement_versions v on v.id = s.version_id
  left join guardian_requests g on g.id = s.guardian_request_id
  where v.agreement_id = ${agreementId}::int and s.member_id = members.id
  order by v.number desc limit 1)`

/** Who has ever signed an agreement, and which active members have not signed it as it reads now. */
export const listPeople = async (ctx: Ctx, agreementId: number) => {
  await findTitle(ctx, agreementId)
  const today = await agreementsToday(ctx)
  const name = fullNameOf('members')
  const [signed, missing] = await Promise.all([
    readRows(
      ctx,
      sql<PersonRow>`(select members.id as "memberId", ${name} as name, ${isMinor} as "isMinor", l.* from members, ${latestSignature(agreementId)} l
      where members.closed_at is null order by l."signedAt" desc limit ${mostPeople}::int)`,
    ),
    readRows(
      ctx,
      sql<PersonRow>`(select members.id as "memberId", ${name} as name, ${isMinor} as "isMinor", l.*
      from ${inForce(today)} v cross join members left join ${latestSignature(agreementId)} l on true
      where v.agreement_id = ${agreementId}::int and ${isActive} and ${isForMember} and not ${hasSigned}
      order by lower(members.first_name), lower(members.last_name), members.id limit ${mostPeople}::int)`,
    ),
  ])
  return { signed: signed.map(asPerson), missing: missing.map(asPerson) }
}

/** Mails every active member who has not signed an agreement as it reads now. */
export const askMissing = async (ctx: Ctx, agreementId: number): Promise<{ count: number }> => {
  const title = await findTitle(ctx, agreementId)
  const today = await agreementsToday(ctx)
  return change(ctx, 'agreement.membersAsked', async (work) => {
    const { rows } = await sql<{ memberId: number; versionId: number }>`
      select members.id as "memberId", v.id as "versionId" from ${inForce(today)} v cross join members
      where v.agreement_id = ${agreementId}::int and ${isActive} and ${isForMember} and not ${hasSigned}`.execute(
      work.tx,
    )
    if (rows.length === 0) return unchanged({ count: 0 })
    await queueDueMails(
      work,
      rows.map((row) => ({ ...row, isChanged: false })),
    )
    return {
      result: { count: rows.length },
      subject: { kind: 'agreement', id: agreementId },
      data: { name: title, count: rows.length },
    }
  })
}
