import type { Guardian, GuardianView } from '@spacekeeper/contract/agreements/shapes.ts'
import { guardianDays } from '@spacekeeper/contract/agreements/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Tx, type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { fullName } from '#platform/shown-name.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { guardianMail } from './mails.ts'
import { noteMinor } from './minors.ts'
import { listTitles } from './rules.ts'
import { mailSignedJob } from './signed-copy.ts'

/** A member has signed, or their guardian has. Handled in `signup`, which knows what else they have to do to join. */
export const agreementsSettledJob = job('agreementsSettled', z.object({ memberId: z.number().int() }))

const dayMs = 24 * 60 * 60 * 1000

/** A link for a guardian, and the mail that carries it; only the hash of the token is stored. */
export const writeGuardianLink = async (ctx: Ctx, { memberId, guardian }: { memberId: number; guardian: Guardian }) => {
  const token = newToken()
  const member = await ctx.db
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const facts = { guardianName: guardian.name, memberName: fullName(member), path: `/guardian/${token}` }
  return { token, mail: await writeMail(ctx, guardianMail, facts) }
}

export type GuardianLink = Awaited<ReturnType<typeof writeGuardianLink>>

type NewRequest = { memberId: number; guardian: Guardian; link: GuardianLink }

/** Asks a guardian within a transaction, in place of one who has not signed, and mails the link. */
export const insertGuardianRequest = async (work: Work, { memberId, guardian, link }: NewRequest): Promise<number> => {
  const { tx, now } = work
  const ended = await tx
    .updateTable('guardian_requests')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('signed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('guardian_requests')
    .values({
      member_id: memberId,
      guardian_name: guardian.name,
      guardian_email: guardian.email,
      token_hash: hashToken(link.token),
      asked_at: now,
      expires_at: new Date(now.getTime() + guardianDays * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (ended) {
    await tx
      .updateTable('agreement_signatures')
      .set({ guardian_request_id: id })
      .where('guardian_request_id', '=', ended.id)
      .execute()
  }
  await noteMinor(work, memberId)
  await queueMail(work, { mail: link.mail, envelope: { to: guardian.email, memberId: null, about: [memberId] } })
  return id
}

/** Mails the link again, or to another guardian; the one before stops working. */
export const askGuardian = async (ctx: Ctx, guardian: Guardian): Promise<void> => {
  const memberId = memberOf(ctx).id
  const link = await writeGuardianLink(ctx, { memberId, guardian })
  await change(ctx, 'agreement.guardianAsked', async (work) => {
    await lockMember(work, memberId)
    const waiting = await work.tx
      .selectFrom('agreement_signatures as s')
      .innerJoin('guardian_requests as g', 'g.id', 's.guardian_request_id')
      .select('s.id')
      .where('s.member_id', '=', memberId)
      .where('g.signed_at', 'is', null)
      .executeTakeFirst()
    if (!waiting) throw new AppError('notFound')
    const requestId = await insertGuardianRequest(work, { memberId, guardian, link })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { requestId },
      tell: [...memberNotices(memberId), messagesChanged],
    }
  })
}

const findRequest = (db: Ctx['db'] | Tx, { token, now }: { token: string; now: Date }) =>
  db
    .selectFrom('guardian_requests as g')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .select(['g.id', 'g.member_id as memberId', 'g.guardian_name as guardianName'])
    .select(['g.signed_at as signedAt', 'm.first_name', 'm.last_name'])
    .where('g.token_hash', '=', hashToken(token))
    .where('g.ended_at', 'is', null)
    .where('g.expires_at', '>', now)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()

const listSignedFor = (db: Ctx['db'] | Tx, requestId: number) =>
  db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .select(['s.id', 'v.title', 'v.text'])
    .where('s.guardian_request_id', '=', requestId)
    .orderBy('v.agreement_id')
    .execute()

/** What a guardian reads behind their link. Opening it changes nothing. */
export const getGuardianView = async (ctx: Ctx, token: string): Promise<GuardianView> => {
  const request = await findRequest(ctx.db, { token, now: ctx.now() })
  if (!request) throw new AppError('invalidLink')
  return {
    memberName: fullName(request),
    guardianName: request.guardianName,
    isSigned: request.signedAt !== null,
    agreements: (await listSignedFor(ctx.db, request.id)).map(({ title, text }) => ({ title, text })),
  }
}

type GuardianSignature = { token: string; name: string; clientAddress: string }

/** Signs for a minor, and mails the guardian a copy. Signing twice changes nothing more. */
export const signAsGuardian = async (ctx: Ctx, { token, name, clientAddress }: GuardianSignature): Promise<void> => {
  const request = await findRequest(ctx.db, { token, now: ctx.now() })
  if (!request) throw new AppError('invalidLink')
  const { id: requestId, memberId } = request
  await change(ctx, 'agreement.guardianSigned', async (work) => {
    await lockMember(work, memberId)
    const { numUpdatedRows } = await work.tx
      .updateTable('guardian_requests')
      .set({ signed_at: ctx.now(), signed_name: name, client_address: clientAddress })
      .where('id', '=', requestId)
      .where('signed_at', 'is', null)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return unchanged(undefined)
    const wordings = await listSignedFor(work.tx, requestId)
    await addJob(work, mailSignedJob, { signatureIds: wordings.map(({ id }) => id), reader: 'guardian' })
    await addJob(work, agreementsSettledJob, { memberId })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { titles: listTitles(wordings.map(({ title }) => title)), requestId },
      tell: [...memberNotices(memberId), messagesChanged],
    }
  })
}
