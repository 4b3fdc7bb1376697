import { bareAccount, isSepaIban, maskAccount, readAustralian } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { Mandate, MandateOffer, NewMandate, StaffMandate } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { bankPage, type DebitScheme } from '@spacekeeper/contract/bank/words.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { billingNotices } from '../billing/billing-work.ts'
import { mailBankJob } from './mails.ts'

const daysBefore = (count: number) => sayCount(count, { one: 'one day', other: '{count} days' })

const mandateText: Record<DebitScheme, (creditor: string, settings: Settings) => string> = {
  sepa: (creditor, { DEBIT_CREDITOR_ID: id, DEBIT_NOTICE_DAYS: days }) =>
    `By giving this mandate, I authorise (A) ${creditor} (creditor identifier ${id}) to send instructions to my bank to debit my account, and (B) my bank to debit my account as ${creditor} instructs. The debits recur. I am told of each at least ${daysBefore(days)} before. As part of my rights, I am entitled to a refund from my bank under the terms of my agreement with it. A refund must be claimed within 8 weeks from the date on which my account was debited.`,
  becs: (creditor, { DEBIT_ABA_USER_ID: id, DEBIT_NOTICE_DAYS: days }) =>
    `I request and authorise ${creditor} (user ID ${id}) to debit my account through the Bulk Electronic Clearing System with my dues. I am told of each debit at least ${daysBefore(days)} before. I can end this request here, or with my bank, at any time, and dispute a debit with ${creditor} or with my bank. I am the holder of this account, or authorised to operate it alone.`,
}

/** What has to be set before accounts can be debited, as staff read it. */
export const missingForDebits = (settings: Settings): string[] => {
  const needed: [string, boolean][] =
    settings.DEBIT_SCHEME === 'none'
      ? [['Choose a kind of direct debit', true]]
      : settings.DEBIT_SCHEME === 'sepa'
        ? [
            ['Creditor identifier', settings.DEBIT_CREDITOR_ID === ''],
            ['An account number that is an IBAN of the SEPA area', !isSepaIban(settings.BANK_ACCOUNT_NUMBER)],
            ['The currency euro', settings.SITE_LOCALE_CURRENCY !== 'en-IE'],
          ]
        : [
            ['Direct entry user ID', settings.DEBIT_ABA_USER_ID === ''],
            ['Bank’s abbreviation', settings.DEBIT_ABA_BANK === ''],
            ['An account number such as 062-000 12345678', readAustralian(settings.BANK_ACCOUNT_NUMBER) === null],
            ['The currency Australian dollar', settings.SITE_LOCALE_CURRENCY !== 'en-AU'],
          ]
  return [...needed, ['Account holder', settings.BANK_ACCOUNT_NAME === ''] as const].flatMap(([name, isMissing]) =>
    isMissing ? [name] : [],
  )
}

const offerOf = (settings: Settings): MandateOffer | null => {
  if (settings.DEBIT_SCHEME === 'none' || missingForDebits(settings).length > 0) return null
  const scheme = settings.DEBIT_SCHEME
  return {
    scheme,
    creditorName: settings.BANK_ACCOUNT_NAME,
    creditorId: scheme === 'sepa' ? settings.DEBIT_CREDITOR_ID : settings.DEBIT_ABA_USER_ID,
    text: mandateText[scheme](settings.BANK_ACCOUNT_NAME, settings),
    noticeDays: settings.DEBIT_NOTICE_DAYS,
  }
}

const mandateColumns = columns(
  'id, scheme, reference, holder, account_end, text, signed_at, revoked_at, revoked_reason',
)

type MandateRow = { accountEnd: string; signedAt: Date; revokedAt: Date | null }

const asMandate = <Row extends MandateRow>({ accountEnd, ...row }: Row) => ({
  ...withTimes(row),
  account: maskAccount(accountEnd),
})

/** A member's mandate in force, and what the space offers. */
export const getMandate = async (
  ctx: Ctx,
  memberId: number,
): Promise<{ offer: MandateOffer | null; mandate: Mandate | null }> => {
  const row = await ctx.db
    .selectFrom('bank_mandates')
    .select(mandateColumns)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return { offer: offerOf(await ctx.settings.all()), mandate: row ? asMandate(row) : null }
}

/** The account as files have it: an IBAN, or branch and account. */
const readAccount = (scheme: DebitScheme, text: string): string => {
  if (scheme === 'sepa') {
    if (!isSepaIban(text))
      throw badField('accountNumber', 'This isn’t an IBAN of the SEPA area. Check it digit by digit.')
    return bareAccount(text)
  }
  const account = readAustralian(text)
  if (!account) throw badField('accountNumber', 'Enter the BSB and the account number, such as 062-000 12345678.')
  return `${account.bsb} ${account.account}`
}

/** What files can carry of a name, which is about what banks print. */
const isPlainName = (name: string) => /^[\p{Script=Latin}\p{N} '’.,&/()+-]+$/u.test(name)

const endCurrent = async ({ tx, now }: Work, { memberId, reason }: { memberId: number; reason: string }) =>
  tx
    .updateTable('bank_mandates')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'account_end'])
    .executeTakeFirst()

/** A member lets the space debit an account. One given before ends. */
export const giveMandate = async (
  ctx: Ctx,
  input: z.infer<typeof NewMandate> & { memberId: number },
): Promise<Mandate> => {
  const offer = offerOf(await ctx.settings.all())
  if (!offer) throw new AppError('debitsOff')
  if (offer.text !== input.text) throw new AppError('mandateChanged')
  const account = readAccount(offer.scheme, input.accountNumber)
  if (!isPlainName(input.holder)) throw badField('holder', 'Use Latin letters: banks take no others.')
  const { memberId, holder } = input
  return change(ctx, 'bank.mandateGiven', async (work) => {
    const { tx } = work
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    await endCurrent(work, { memberId, reason: 'Replaced by a new mandate.' })
    const { count } = await tx
      .selectFrom('bank_mandates')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const reference = `SK-${String(memberId).padStart(6, '0')}-${count + 1}`
    const row = await tx
      .insertInto('bank_mandates')
      .values({
        member_id: memberId,
        scheme: offer.scheme,
        reference,
        holder,
        sealed_account: encrypt(ctx.secretKey, account),
        account_end: account.slice(-4),
        text: offer.text,
        signed_at: ctx.now(),
      })
      .returning(mandateColumns)
      .executeTakeFirstOrThrow()
    await addJob(work, mailBankJob, { mail: 'mandateGiven', memberId, mandateId: row.id })
    return {
      result: asMandate(row),
      subject: { kind: 'member', id: memberId },
      data: { reference, scheme: offer.scheme, account: maskAccount(account) },
      tell: billingNotices(memberId),
    }
  })
}

/** Ends a mandate in the caller's transaction and tells its member. */
export const endMandateOf = async (
  work: Work,
  { memberId, reason }: { memberId: number; reason: string },
): Promise<{ id: number; account_end: string } | undefined> => {
  const ended = await endCurrent(work, { memberId, reason })
  if (ended) await addJob(work, mailBankJob, { mail: 'mandateEnded', memberId, mandateId: ended.id })
  return ended
}

export const revokeMandate = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'bank.mandateEnded', async (work) => {
    if (!(await endMandateOf(work, { memberId, reason: '' }))) throw new AppError('notFound')
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: billingNotices(memberId) }
  })

/** Staff end a mandate, such as one the bank says is cancelled. */
export const endMandate = (ctx: Ctx, { mandateId, reason }: { mandateId: number; reason: string }): Promise<void> =>
  change(ctx, 'bank.mandateEnded', async (work) => {
    const found = await work.tx
      .selectFrom('bank_mandates')
      .select(['member_id', 'revoked_at'])
      .where('id', '=', mandateId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new AppError('notFound')
    if (found.revoked_at) throw new AppError('alreadyDecided')
    await endMandateOf(work, { memberId: found.member_id, reason })
    const subject = { kind: 'member', id: found.member_id }
    return { result: undefined, subject, data: { reason }, tell: billingNotices(found.member_id) }
  })

/** Mandates in force, by the names of their members. */
export const listMandates = async (
  ctx: Ctx,
  { text, skip }: { text: string; skip: number },
): Promise<{ mandates: StaffMandate[]; total: number }> => {
  const like = likePattern(text)
  const name = fullNameOf('m')
  const rows = await ctx.db
    .selectFrom('bank_mandates as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .select(
      columns('b.id, b.scheme, b.reference, b.holder, b.account_end, b.signed_at, b.revoked_at, b.revoked_reason'),
    )
    .select(['m.id as memberId', name.as('memberName'), sql<number>`count(*) over ()::int`.as('total')])
    .where('b.revoked_at', 'is', null)
    .$if(text !== '', (query) =>
      query.where((where) => where.or([where(name, 'ilike', like), where('b.reference', 'ilike', like)])),
    )
    .orderBy('m.last_name')
    .orderBy('m.first_name')
    .orderBy('m.id')
    .limit(bankPage)
    .offset(skip)
    .execute()
  const mandates = rows.map(({ total: _, ...row }) => asMandate(row))
  return { mandates, total: rows[0]?.total ?? 0 }
}
