import type { AgreementList, AgreementSummary, AgreementVersion } from '@spacekeeper/contract/agreements/shapes.ts'
import { agreementAudiences, type AgreementAudience } from '@spacekeeper/contract/agreements/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Tx, type Work, change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { hashWording, nextVersion, versionInForce } from './rules.ts'
import { agreementsToday, hasSigned, inForce, isActive, isForMember } from './wordings.ts'

/** Everyone may have something to sign now, or no longer. */
const agreementsChanged = [
  screens.notice({ topic: 'profile', audience: 'everybody' }),
  screens.notice({ topic: 'members', audience: { staff: ['members'] } }),
]

/** Of each agreement in force, how many active members have signed it, and how many have not. */
const countSignatures = (ctx: Ctx, today: string) =>
  readRows(
    ctx,
    sql<{ agreementId: number; signed: number; missing: number }>`(
      select c.agreement_id as "agreementId", count(*) filter (where c.has_signed)::int as signed,
        count(*) filter (where not c.has_signed)::int as missing
      from (select v.agreement_id, ${hasSigned} as has_signed from ${inForce(today)} v, members
        where ${isActive} and ${isForMember}) c
      group by c.agreement_id)`,
  )

const listVersions = (db: Ctx['db'] | Tx) =>
  db
    .selectFrom('agreement_versions')
    .select(['agreement_id as agreementId', 'number', 'title'])
    .select(sql<string>`in_force_from::text`.as('inForceFrom'))
    .orderBy('number', 'desc')

const listPlans = (ctx: Ctx) =>
  ctx.db
    .selectFrom('plans as p')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .select([
      'p.id',
      sql<string>`case when starts_with(lower(p.name), lower(t.name)) then p.name else t.name || ', ' || p.name end`.as(
        'name',
      ),
    ])
    .where('p.archived_at', 'is', null)
    .orderBy('t.position')
    .orderBy('p.position')
    .orderBy('p.id')
    .limit(200)
    .execute()

const audienceOf = (stored: string): AgreementAudience =>
  agreementAudiences.find((audience) => audience === stored) ?? 'everyone'

/** Every agreement, those in use first, with what is signed now and by how many. */
export const listAgreements = async (ctx: Ctx): Promise<AgreementList> => {
  const today = await agreementsToday(ctx)
  const [rows, versions, counts, plans] = await Promise.all([
    ctx.db
      .selectFrom('agreements as a')
      .select(columns('a.id, a.required_of, a.archived_at'))
      .select(sql<number[]>`array(select p.plan_id from agreement_plans p where p.agreement_id = a.id)`.as('planIds'))
      .orderBy(sql`a.archived_at is not null`)
      .orderBy('a.id')
      .limit(200)
      .execute(),
    listVersions(ctx.db).execute(),
    countSignatures(ctx, today),
    listPlans(ctx),
  ])
  const agreements = rows.map(({ id, requiredOf, archivedAt, planIds }): AgreementSummary => {
    const own = versions.filter(({ agreementId }) => agreementId === id)
    const current = versionInForce(own, today)
    const { signed = 0, missing = 0 } = counts.find(({ agreementId }) => agreementId === id) ?? {}
    return {
      id,
      requiredOf: audienceOf(requiredOf),
      planIds,
      isArchived: archivedAt !== null,
      title: (current ?? own[0])?.title ?? '',
      version: current?.number ?? null,
      nextFrom: nextVersion(own, today)?.inForceFrom ?? null,
      signed,
      missing,
    }
  })
  return { agreements, plans }
}

/** Every text of an agreement, newest first. */
export const getAgreement = async (ctx: Ctx, agreementId: number): Promise<{ versions: AgreementVersion[] }> => {
  const rows = await ctx.db
    .selectFrom('agreement_versions as v')
    .leftJoin('members as m', 'm.id', 'v.created_by')
    .select(columns('v.id, v.number, v.title, v.text, v.created_at', fullNameOf<string | null>('m').as('createdBy')))
    .select(sql<string>`encode(v.text_hash, 'hex')`.as('hash'))
    .select(sql<string>`v.in_force_from::text`.as('inForceFrom'))
    .select(sql<number>`(select count(*)::int from agreement_signatures s where s.version_id = v.id)`.as('signatures'))
    .where('v.agreement_id', '=', agreementId)
    .orderBy('v.number', 'desc')
    .execute()
  if (rows.length === 0) throw new AppError('notFound')
  return { versions: rows.map(withTimes) }
}

type NewVersion = { title: string; text: string; inForceFrom: string }

type AudienceChoice = { requiredOf: AgreementAudience; planIds: readonly number[] }

const insertVersion = async (
  { tx, ctx }: Work,
  input: { agreementId: number; number: number; wording: NewVersion },
) => {
  const { agreementId, number, wording } = input
  const { id } = await tx
    .insertInto('agreement_versions')
    .values({
      agreement_id: agreementId,
      number,
      title: wording.title,
      text: wording.text,
      text_hash: hashWording(wording),
      in_force_from: wording.inForceFrom,
      created_at: ctx.now(),
      created_by: memberOf(ctx).id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const setPlans = async ({ tx }: Work, { agreementId, audience }: { agreementId: number; audience: AudienceChoice }) => {
  await tx.deleteFrom('agreement_plans').where('agreement_id', '=', agreementId).execute()
  const planIds = audience.requiredOf === 'plans' ? [...new Set(audience.planIds)] : []
  if (planIds.length === 0) return
  const known = await tx.selectFrom('plans').select('id').where('id', 'in', planIds).execute()
  if (known.length !== planIds.length) throw badField('planIds', 'One of these plans is no longer there.')
  await tx
    .insertInto('agreement_plans')
    .values(planIds.map((planId) => ({ agreement_id: agreementId, plan_id: planId })))
    .execute()
}

/** Writes an agreement with its first text. */
export const createAgreement = (ctx: Ctx, { requiredOf, planIds, ...wording }: AudienceChoice & NewVersion) =>
  change(ctx, 'agreement.created', async (work) => {
    const { id } = await work.tx
      .insertInto('agreements')
      .values({ required_of: requiredOf, created_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPlans(work, { agreementId: id, audience: { requiredOf, planIds } })
    await insertVersion(work, { agreementId: id, number: 1, wording })
    return {
      result: { id },
      subject: { kind: 'agreement', id },
      data: { name: wording.title, requiredOf, planIds, inForceFrom: wording.inForceFrom },
      tell: agreementsChanged,
    }
  })

/** An agreement with its newest text, locked until the transaction ends. */
const lockAgreement = async ({ tx }: Work, agreementId: number) => {
  const row = await tx.selectFrom('agreements').selectAll().where('id', '=', agreementId).forUpdate().executeTakeFirst()
  const [newest] = await listVersions(tx).where('agreement_id', '=', agreementId).limit(1).execute()
  if (!row || !newest) throw new AppError('notFound')
  return { ...row, newest }
}

/** Changes who signs an agreement. */
export const updateAgreement = (ctx: Ctx, { agreementId, ...audience }: AudienceChoice & { agreementId: number }) =>
  change(ctx, 'agreement.changed', async (work) => {
    const { newest, required_of: before } = await lockAgreement(work, agreementId)
    await work.tx
      .updateTable('agreements')
      .set({ required_of: audience.requiredOf })
      .where('id', '=', agreementId)
      .execute()
    await setPlans(work, { agreementId, audience })
    return {
      result: undefined,
      subject: { kind: 'agreement', id: agreementId },
      data: { name: newest.title, from: before, to: audience.requiredOf, planIds: audience.planIds },
      tell: agreementsChanged,
    }
  })

/** Writes a new text. Who signed the former one is asked once it is in force. */
export const addVersion = (ctx: Ctx, { agreementId, ...wording }: NewVersion & { agreementId: number }) =>
  change(ctx, 'agreement.versionAdded', async (work) => {
    const { newest } = await lockAgreement(work, agreementId)
    const number = newest.number + 1
    const id = await insertVersion(work, { agreementId, number, wording })
    return {
      result: { id },
      subject: { kind: 'agreement', id: agreementId },
      data: { name: wording.title, version: number, inForceFrom: wording.inForceFrom },
      tell: agreementsChanged,
    }
  })

/** Archives an agreement, so that no one has to sign it, or brings it back. What was signed stays. */
export const setAgreementArchived = (
  ctx: Ctx,
  { agreementId, isArchived }: { agreementId: number; isArchived: boolean },
) =>
  change(ctx, isArchived ? 'agreement.archived' : 'agreement.restored', async (work) => {
    const { newest, archived_at: before } = await lockAgreement(work, agreementId)
    if ((before !== null) === isArchived) return unchanged(undefined)
    await work.tx
      .updateTable('agreements')
      .set({ archived_at: isArchived ? ctx.now() : null })
      .where('id', '=', agreementId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'agreement', id: agreementId },
      data: { name: newest.title },
      tell: agreementsChanged,
    }
  })
