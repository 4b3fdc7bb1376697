import type { Guardian, OwnAgreements, SignedAgreement } from '@spacekeeper/contract/agreements/shapes.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, readOnly, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullName } from '#platform/shown-name.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { agreementsSettledJob, type GuardianLink, insertGuardianRequest, writeGuardianLink } from './guardians.ts'
import { isMinor } from './minors.ts'
import { isNameOf, listTitles } from './rules.ts'
import { mailSignedJob } from './signed-copy.ts'
import { agreementsToday, type DueWording, listDueWordings } from './wordings.ts'

const mostSigned = 200

const listSigned = async (ctx: Ctx, memberId: number): Promise<SignedAgreement[]> => {
  const rows = await ctx.db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .leftJoin('guardian_requests as g', 'g.id', 's.guardian_request_id')
    .select(['s.id', 'v.title', 'v.number', 's.signed_name as signedName', 's.signed_at as signedAt'])
    .select(['g.guardian_name as guardianName', 'g.signed_at as guardianSignedAt'])
    .select(
      sql<boolean>`exists (select from agreement_signatures o join agreement_versions e on e.id = o.version_id
        where o.member_id = s.member_id and e.agreement_id = v.agreement_id and e.number > v.number)`.as('isFormer'),
    )
    .where('s.member_id', '=', memberId)
    .orderBy('s.id', 'desc')
    .limit(mostSigned)
    .execute()
  return rows.map(({ number, guardianName, guardianSignedAt, signedAt, ...row }) => ({
    ...row,
    version: number,
    signedAt: signedAt.toISOString(),
    guardian: guardianName === null ? null : { name: guardianName, signedAt: guardianSignedAt?.toISOString() ?? null },
  }))
}

const findGuardian = async (ctx: Ctx, memberId: number): Promise<OwnAgreements['guardian']> => {
  const row = await ctx.db
    .selectFrom('guardian_requests')
    .select(['guardian_name as name', 'guardian_email as email', 'asked_at as askedAt', 'expires_at as expiresAt'])
    .where('member_id', '=', memberId)
    .where('signed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { askedAt, expiresAt, ...guardian } = row
  return { ...guardian, askedAt: askedAt.toISOString(), isExpired: expiresAt <= ctx.now() }
}

const signsAsMinor = async (db: Pick<Ctx['db'], 'selectFrom'>, memberId: number): Promise<boolean> =>
  (await db.selectFrom('members').select(isMinor.as('is')).where('id', '=', memberId).executeTakeFirst())?.is === true

/** What a member has signed, what they still have to, and the guardian they wait for. */
export const listOwnAgreements = async (ctx: Ctx): Promise<OwnAgreements> => {
  const memberId = memberOf(ctx).id
  const [due, signed, guardian] = await Promise.all([
    listDueWordings(ctx.db, { memberId, today: await agreementsToday(ctx) }),
    listSigned(ctx, memberId),
    findGuardian(ctx, memberId),
  ])
  return {
    due: due.flatMap(({ isTyped, versionId, title, text, isChanged }) =>
      isTyped ? [] : [{ versionId, title, text, isChanged }],
    ),
    signed,
    guardian,
    isMinor: await signsAsMinor(ctx.db, memberId),
  }
}

type Signing = { versionIds: readonly number[]; name: string; guardian: Guardian | null; clientAddress: string }

/** The named texts, all of which the member still has to sign; an error when one is not asked of them as it is. */
const pickDue = (due: readonly DueWording[], versionIds: readonly number[]): DueWording[] => {
  const picked = due.filter(({ versionId, isTyped }) => !isTyped && versionIds.includes(versionId))
  if (picked.length !== new Set(versionIds).size) throw new AppError('agreementChanged')
  return picked
}

const hasAll = async (ctx: Ctx, { memberId, versionIds }: { memberId: number; versionIds: readonly number[] }) => {
  const rows = await ctx.db
    .selectFrom('agreement_signatures')
    .select('id')
    .where('member_id', '=', memberId)
    .where('version_id', 'in', versionIds)
    .execute()
  return rows.length === new Set(versionIds).size
}

type SignatureRows = {
  memberId: number
  wordings: readonly DueWording[]
  signing: Signing
  link: GuardianLink | null
}

const insertSignatures = async (work: Work, { memberId, wordings, signing, link }: SignatureRows) => {
  const { guardian, name, clientAddress } = signing
  const requestId = guardian && link ? await insertGuardianRequest(work, { memberId, guardian, link }) : null
  const rows = await work.tx
    .insertInto('agreement_signatures')
    .values(
      wordings.map(({ versionId, hash }) => ({
        version_id: versionId,
        member_id: memberId,
        signed_name: name,
        signed_at: work.now,
        client_address: clientAddress,
        text_hash: hash,
        guardian_request_id: requestId,
      })),
    )
    .returning('id')
    .execute()
  return { requestId, signatureIds: rows.map(({ id }) => id) }
}

/**
 * Signs by typing one's name, and mails a copy. A minor names a guardian, whose signature has to follow. Signing twice
 * changes nothing more; a text that has changed since it was read is refused.
 */
export const signAgreements = async (ctx: Ctx, signing: Signing): Promise<void> => {
  const memberId = memberOf(ctx).id
  const today = await agreementsToday(ctx)
  const { versionIds, name, guardian } = signing
  if (await hasAll(ctx, { memberId, versionIds })) return
  pickDue(await listDueWordings(ctx.db, { memberId, today }), versionIds)
  const member = await ctx.db
    .selectFrom('members')
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (!isNameOf(name, member)) throw badField('name', `Type your name as it is in your profile: ${fullName(member)}.`)
  if (guardian && isNameOf(guardian.name, member)) throw badField('guardian', 'Your guardian is another person.')
  if (guardian && guardian.email === plainEmail(member.email))
    throw badField('guardian', 'Your guardian needs an email address of their own.')
  const link = guardian ? await writeGuardianLink(ctx, { memberId, guardian }) : null
  await change(ctx, 'agreement.signed', async (work) => {
    await lockMember(work, memberId)
    const due = await listDueWordings(readOnly(work.tx), { memberId, today })
    if (due.length === 0) return unchanged(undefined)
    const signed = pickDue(due, versionIds)
    if (!guardian && (await signsAsMinor(readOnly(work.tx), memberId)))
      throw badField('guardian', 'Name your guardian again. If you are 18 by now, ask staff to note it.')
    const { requestId, signatureIds } = await insertSignatures(work, { memberId, wordings: signed, signing, link })
    await addJob(work, mailSignedJob, { signatureIds, reader: 'member' })
    if (requestId === null) await addJob(work, agreementsSettledJob, { memberId })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: {
        titles: listTitles(signed.map(({ title }) => title)),
        versionIds: signed.map(({ versionId }) => versionId),
        hashes: signed.map(({ hash }) => hash.toString('hex')),
        ...(requestId !== null && { guardianRequestId: requestId }),
      },
      tell: [...memberNotices(memberId), messagesChanged],
    }
  })
}
