import type { IdAndName } from '@spacekeeper/contract/training/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isCard, withPlain } from '../access/card-forms.ts'
import { trainingChanged } from './award-facts.ts'
import { award } from './awards.ts'
import { lockCertificate } from './certificates.ts'

/** What a member may award to others. */
export const listTrained = (ctx: Ctx, memberId: number): Promise<IdAndName[]> =>
  ctx.db
    .selectFrom('certificate_trainers as t')
    .innerJoin('certificates as c', 'c.id', 't.certificate_id')
    .select(['c.id', 'c.name'])
    .where('t.member_id', '=', memberId)
    .where('c.archived_at', 'is', null)
    .orderBy(sql`lower(c.name)`)
    .execute()

/** Says which members may award a certificate. */
export const setTrainers = (ctx: Ctx, input: { certificateId: number; memberIds: readonly number[] }): Promise<void> =>
  change(ctx, 'certificate.trainersChanged', async (work) => {
    const { tx } = work
    const { certificateId } = input
    const { name } = await lockCertificate(work, { certificateId })
    const wanted = [...new Set(input.memberIds)]
    const known = await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', sql<number>`any(${wanted}::int[])`)
      .where('closed_at', 'is', null)
      .execute()
    if (known.length < wanted.length) throw badField('memberIds', 'One of these members is no longer there.')
    const { rows: removed } = await sql<{ member_id: number }>`
      delete from certificate_trainers where certificate_id = ${certificateId}
        and member_id <> all(${wanted}::int[]) returning member_id`.execute(tx)
    const { rows: added } = await sql<{ member_id: number }>`
      insert into certificate_trainers (certificate_id, member_id, since)
      select ${certificateId}::int, m, ${ctx.now()} from unnest(${wanted}::int[]) m
      on conflict do nothing returning member_id`.execute(tx)
    if (removed.length + added.length === 0) return unchanged(undefined)
    const idsOf = (rows: readonly { member_id: number }[]) => rows.map(({ member_id }) => member_id)
    return {
      result: undefined,
      subject: { kind: 'certificate', id: certificateId },
      data: { name, added: idsOf(added), removed: idsOf(removed) },
      tell: trainingChanged,
    }
  })

const mostLearners = 10

/** For trainers: active members by a part of their name. */
export const findLearners = async (ctx: Ctx, text: string): Promise<IdAndName[]> => {
  const { id } = memberOf(ctx)
  if ((await listTrained(ctx, id)).length === 0) throw new AppError('notAllowed')
  const looked = text.trim()
  if (looked.length < 2) return []
  const name = fullNameOf('m')
  return ctx.db
    .selectFrom('members as m')
    .select(['m.id', name.as('name')])
    .where('m.closed_at', 'is', null)
    .where('m.state', '=', 'active')
    .where('m.id', '<>', id)
    .where(sql<boolean>`lower(${name} || ' ' || m.screen_name) like ${likePattern(looked)}`)
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .limit(mostLearners)
    .execute()
}

/** Whose card this is; an active card goes before ended ones of the same number. */
const findCardOwner = async (ctx: Ctx, number: string): Promise<number> => {
  const card = await ctx.db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['c.state', 'm.id'])
    .where(isCard(withPlain({ card: number })))
    .where('m.closed_at', 'is', null)
    .orderBy((is) => is('c.state', '=', 'active'), 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!card) throw new AppError('learnerUnknown')
  if (card.state !== 'active') throw new AppError('cardEnded')
  return card.id
}

type TrainerAward = { certificateId: number; memberId?: number | undefined; card?: string | undefined }

/** The learner's name as the trainer and a kiosk show it. */
const nameOf = async (ctx: Ctx, memberId: number): Promise<string> => {
  const row = await ctx.db.selectFrom('members').select('first_name').where('id', '=', memberId).executeTakeFirst()
  return row?.first_name ?? ''
}

/** A trainer awards a certificate of theirs to another member, by name or by the card that was held to a reader. */
export const awardAsTrainer = async (ctx: Ctx, input: TrainerAward): Promise<{ name: string }> => {
  const { id: by } = memberOf(ctx)
  const { certificateId, card } = input
  const trained = await listTrained(ctx, by)
  if (!trained.some(({ id }) => id === certificateId)) throw new AppError('notAllowed')
  if (input.memberId === undefined && card === undefined) throw badField('memberId', 'Choose a member.')
  const memberId = input.memberId ?? (await findCardOwner(ctx, card ?? ''))
  if (memberId === by) throw new AppError('ownCertificate')
  await award(ctx, { memberId, certificateId, source: 'trainer', by })
  return { name: await nameOf(ctx, memberId) }
}
