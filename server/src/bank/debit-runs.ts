import { createHash, randomUUID } from 'node:crypto'
import { maskAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { Debit, DebitPreview, DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import type { DebitScheme, DebitState } from '@spacekeeper/contract/bank/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { type BillingWork, billingToday, changeBilling } from '../billing/billing-work.ts'
import { lockCharge, markProcessing } from '../billing/charges/charges.ts'
import { followPayer } from '../billing/follow.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import { lockRun } from './debit-ends.ts'
import { type DebitFile, writeAba, writePain008 } from './debit-files.ts'
import { bankNotices } from './imports.ts'
import { mailBankJob } from './mails.ts'
import { missingForDebits } from './mandates.ts'

/** So many at a time; what is left over is in the next preview. */
const mostDebits = 500

/** Open charges due by a day, of members with a mandate who pay by bank. */
const listCandidates = (
  db: Pick<Ctx['db'], 'selectFrom'>,
  { dueBy, settings, scheme }: { dueBy: Day; settings: Settings; scheme: DebitScheme },
) =>
  db
    .selectFrom('charges as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .innerJoin('bank_mandates as b', 'b.member_id', 'm.id')
    .leftJoin('subscriptions as s', 's.id', 'c.subscription_id')
    .select(['c.id as chargeId', 'm.id as memberId', 'c.description', 'c.due_on as dueOn', 'b.id as mandateId'])
    .select(['b.account_end as accountEnd', 'b.reference as mandateReference'])
    .select([fullNameOf('m').as('memberName'), sql<number>`c.amount_cents - c.paid_cents`.as('amountCents')])
    .where('m.closed_at', 'is', null)
    .where('b.revoked_at', 'is', null)
    .where('b.scheme', '=', scheme)
    .where('c.state', '=', 'open')
    .where(sql<boolean>`c.amount_cents > c.paid_cents`)
    .where('c.due_on', '<=', dueBy)
    .where('c.currency', '=', currencies[settings.SITE_LOCALE_CURRENCY])
    .where((where) => where(where.fn.coalesce('s.collector', where.val('bank')), '=', 'bank'))
    .orderBy('c.due_on')
    .orderBy('c.id')
    .limit(mostDebits)
    .execute()

type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number]

/** Of the scheme that is chosen; none where none is. */
const findCandidates = async (
  db: Pick<Ctx['db'], 'selectFrom'>,
  { dueBy, settings }: { dueBy: Day; settings: Settings },
): Promise<CandidateRow[]> =>
  settings.DEBIT_SCHEME === 'none' ? [] : listCandidates(db, { dueBy, settings, scheme: settings.DEBIT_SCHEME })

const fingerprintOf = (rows: readonly CandidateRow[]) =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ chargeId, amountCents, mandateId }) => [chargeId, amountCents, mandateId])))
    .digest('base64url')

const sumOf = (rows: readonly { amountCents: number }[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** What a collection would hold. */
export const previewDebits = async (ctx: Ctx, { dueBy }: { dueBy: Day }): Promise<DebitPreview> => {
  const [settings, today] = await Promise.all([ctx.settings.all(), billingToday(ctx)])
  const rows = await findCandidates(ctx.db, { dueBy, settings })
  return {
    charges: rows.map(({ mandateId: _id, accountEnd, mandateReference: _reference, ...row }) => ({
      ...row,
      account: maskAccount(accountEnd),
    })),
    count: rows.length,
    totalCents: sumOf(rows),
    earliestOn: addDays(today, settings.DEBIT_NOTICE_DAYS),
    missing: missingForDebits(settings),
    fingerprint: fingerprintOf(rows),
  }
}

const insertRun = async (
  { tx, ctx, settings }: BillingWork,
  { collectOn, rows }: { collectOn: Day; rows: readonly CandidateRow[] },
) => {
  if (settings.DEBIT_SCHEME === 'none') throw new AppError('debitsOff')
  const { id } = await tx
    .insertInto('debit_runs')
    .values({
      reference: randomUUID().slice(0, 30),
      scheme: settings.DEBIT_SCHEME,
      collect_on: collectOn,
      made_at: ctx.now(),
      made_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reference = `SK-DD-${id}`
  await tx.updateTable('debit_runs').set({ reference }).where('id', '=', id).execute()
  const debits = await tx
    .insertInto('debits')
    .values(
      rows.map((row) => ({
        run_id: id,
        charge_id: row.chargeId,
        member_id: row.memberId,
        mandate_id: row.mandateId,
        amount_cents: row.amountCents,
        reference: `${reference}-${row.chargeId}`,
        state: 'announced' as const,
      })),
    )
    .returning(['id as debitId', 'member_id as memberId'])
    .execute()
  return { id, reference, debits }
}

/** Announces a collection: the charges count as on their way, and every member is told in time. */
export const startDebits = (
  ctx: Ctx,
  input: { dueBy: Day; collectOn: Day; fingerprint: string },
): Promise<{ runId: number }> =>
  changeBilling(ctx, 'bank.debitsStarted', async (work) => {
    const { tx, settings, today } = work
    if (missingForDebits(settings).length > 0) throw new AppError('debitsOff')
    const earliest = addDays(today, settings.DEBIT_NOTICE_DAYS)
    if (input.collectOn < earliest)
      throw badField(
        'collectOn',
        `Members are told ${settings.DEBIT_NOTICE_DAYS} days before: ${earliest} at the earliest.`,
      )
    if (input.collectOn > addDays(today, 180)) throw badField('collectOn', 'At most 180 days ahead.')
    const seen = await findCandidates(tx, { dueBy: input.dueBy, settings })
    // In the order of their numbers, as everything that locks several members.
    for (const memberId of [...new Set(seen.map((row) => row.memberId))].toSorted((a, b) => a - b))
      await lockPayer(work, memberId)
    const rows = await findCandidates(tx, { dueBy: input.dueBy, settings })
    if (rows.length === 0 || fingerprintOf(rows) !== input.fingerprint) throw new AppError('previewOutdated')
    const charges = []
    for (const { chargeId } of rows) charges.push(await lockCharge(work, chargeId))
    await markProcessing(work, charges)
    for (const memberId of new Set(rows.map((row) => row.memberId))) await followPayer(work, memberId)
    const { id, reference, debits } = await insertRun(work, { collectOn: input.collectOn, rows })
    await addJobs(work, {
      declared: mailBankJob,
      priority: 10,
      payloads: debits.map((debit) => ({ ...debit, mail: 'debitAnnounced' as const })),
    })
    work.parts.unshift({
      event: 'bank.debitsStarted',
      subject: { kind: 'debitRun', id },
      data: { name: reference, debits: rows.length, amountCents: sumOf(rows), collectOn: input.collectOn },
      tell: bankNotices,
    })
    return { runId: id }
  })

const sumWhere = (states: readonly DebitState[]) =>
  sql<number>`coalesce(sum(d.amount_cents) filter (where d.state = any(${states}::text[])), 0)::int`

const runRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('debit_runs as r')
    .innerJoin('debits as d', 'd.run_id', 'r.id')
    .leftJoin('members as m', 'm.id', 'r.made_by')
    .select(['r.id', 'r.reference', 'r.scheme', 'r.collect_on as collectOn', 'r.made_at', 'r.sent_at'])
    .select([fullNameOf<string | null>('m').as('by'), sql<boolean>`r.cancelled_at is not null`.as('isCancelled')])
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`sum(d.amount_cents)::int`.as('totalCents')])
    .select([sumWhere(['settled']).as('settledCents'), sumWhere(['returned']).as('returnedCents')])
    .select(sql<number>`(count(*) filter (where d.state in ('announced', 'sent')))::int`.as('waiting'))
    .select(sql<number>`(count(*) filter (where d.state = 'settled'))::int`.as('settled'))
    .select(
      sql<boolean>`coalesce((select sum(l.amount_cents) <> 0 from debit_clearings l where l.run_id = r.id), false)`.as(
        'hasLine',
      ),
    )
    .groupBy(['r.id', 'm.id'])

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number]

const asRun = ({ made_at, sent_at, ...row }: RunRow): DebitRun => ({
  ...row,
  madeAt: made_at.toISOString(),
  sentAt: sent_at?.toISOString() ?? null,
})

/** Collections, newest first. */
export const listRuns = async (ctx: Ctx, { skip }: { skip: number }): Promise<{ runs: DebitRun[]; total: number }> => {
  const [rows, { total }] = await Promise.all([
    runRows(ctx).orderBy('r.id', 'desc').limit(20).offset(skip).execute(),
    ctx.db
      .selectFrom('debit_runs')
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { runs: rows.map(asRun), total }
}

export const getRun = async (ctx: Ctx, runId: number): Promise<{ run: DebitRun; debits: Debit[] }> => {
  const run = await runRows(ctx).where('r.id', '=', runId).executeTakeFirst()
  if (!run) throw new AppError('notFound')
  const debits = await ctx.db
    .selectFrom('debits as d')
    .innerJoin('members as m', 'm.id', 'd.member_id')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .innerJoin('bank_mandates as b', 'b.id', 'd.mandate_id')
    .select(['d.id', 'd.charge_id as chargeId', 'd.member_id as memberId', 'c.description', 'd.state'])
    .select(['d.amount_cents as amountCents', 'd.return_reason as returnReason', 'b.account_end'])
    .select(fullNameOf('m').as('memberName'))
    .where('d.run_id', '=', runId)
    .orderBy('m.last_name')
    .orderBy('d.id')
    .execute()
  return {
    run: asRun(run),
    debits: debits.map(({ account_end, ...debit }) => ({ ...debit, account: maskAccount(account_end) })),
  }
}

const listFiled = async ({ tx, ctx, settings }: BillingWork, runId: number) => {
  const rows = await tx
    .selectFrom('debits as d')
    .innerJoin('bank_mandates as b', 'b.id', 'd.mandate_id')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .select(['d.reference', 'd.amount_cents', 'b.holder', 'b.sealed_account', 'b.signed_at', 'c.description'])
    .select('b.reference as mandate_reference')
    .where('d.run_id', '=', runId)
    .orderBy('d.id')
    .execute()
  return rows.map((row) => {
    // A member who closed their account since took their account number along.
    if (row.sealed_account === null) throw new AppError('alreadyDecided')
    return {
      reference: row.reference,
      amountCents: row.amount_cents,
      holder: row.holder,
      account: decrypt(ctx.secretKey, row.sealed_account),
      mandateReference: row.mandate_reference,
      signedOn: localDay(row.signed_at, settings.SITE_TIME_ZONE),
      text: row.description,
    }
  })
}

/** The file for the bank. From then on its debits count as with the bank. */
export const downloadRun = (ctx: Ctx, runId: number): Promise<File> =>
  changeBilling(ctx, 'bank.debitsSent', async (work) => {
    const { tx, settings } = work
    const run = await lockRun(work, runId)
    const { BANK_ACCOUNT_NAME: name, BANK_ACCOUNT_NUMBER: account, BANK_BIC: bic } = settings
    const isSepa = run.scheme === 'sepa'
    const file: DebitFile = {
      reference: run.reference,
      madeAt: run.made_at,
      collectOn: run.collect_on,
      creditor: { name, account, bic, id: isSepa ? settings.DEBIT_CREDITOR_ID : settings.DEBIT_ABA_USER_ID },
      debits: await listFiled(work, runId),
    }
    if (settings.DEBIT_SCHEME !== run.scheme || missingForDebits(settings).length > 0) throw new AppError('debitsOff')
    const content = isSepa
      ? writePain008(file, settings.DEBIT_PAIN_VERSION)
      : writeAba(file, { bank: settings.DEBIT_ABA_BANK })
    await tx
      .updateTable('debits')
      .set({ state: 'sent' })
      .where('run_id', '=', runId)
      .where('state', '=', 'announced')
      .execute()
    if (!run.sent_at) await tx.updateTable('debit_runs').set({ sent_at: ctx.now() }).where('id', '=', runId).execute()
    work.parts.push({
      event: 'bank.debitsSent',
      subject: { kind: 'debitRun', id: runId },
      data: { name: run.reference, debits: file.debits.length },
      tell: bankNotices,
    })
    return {
      name: `${run.reference}.${isSepa ? 'xml' : 'aba'}`,
      mediaType: isSepa ? 'application/xml' : 'text/plain',
      content,
    }
  })
