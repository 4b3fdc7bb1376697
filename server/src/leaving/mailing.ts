import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { fullName } from '#platform/shown-name.ts'
import { findAccount, listStaffAddressees } from '../auth/accounts.ts'
import { sendMail } from '../messages/outbox.ts'
import { siteMoney } from './balance-step.ts'
import { leavingTemplates, type mailLeavingJob, type mailRefundJob, refundTemplates } from './mails.ts'
import { type StepCatalog, titleOfStep } from './steps.ts'

const findLeaving = (ctx: Ctx, leavingId: number) =>
  ctx.db
    .selectFrom('leavings as l')
    .leftJoin('balances as b', 'b.member_id', 'l.member_id')
    .select(['l.ended_on as endedOn', 'l.returned_at as returnedAt', 'b.balance_cents as balanceCents'])
    .where('l.id', '=', leavingId)
    .executeTakeFirst()

const listComing = (ctx: Ctx, leavingId: number) =>
  ctx.db
    .selectFrom('leaving_steps')
    .select(['name', 'due_on as dueOn'])
    .where('leaving_id', '=', leavingId)
    .where('state', 'in', ['waiting', 'failed'])
    .orderBy('position')
    .execute()

/** Writes to a member about their checklist, unless they came back or closed their account meanwhile. */
export const mailLeaving = async (
  ctx: Ctx,
  { catalog, ...order }: z.infer<typeof mailLeavingJob.payload> & { catalog: StepCatalog },
): Promise<void> => {
  const { leavingId, memberId, occasion, toGiveBack } = order
  const [account, leaving, coming] = await Promise.all([
    findAccount(ctx, memberId),
    findLeaving(ctx, leavingId),
    listComing(ctx, leavingId),
  ])
  if (!account || !leaving || (leaving.returnedAt !== null) !== (occasion === 'returned')) return
  const { SITE_LOCALE_CURRENCY: locale, EMAIL_ADMIN: replyTo } = await ctx.settings.all()
  const balanceCents = leaving.balanceCents ?? 0
  await sendMail(ctx, {
    template: leavingTemplates[occasion],
    facts: {
      person: account,
      endedOn: leaving.endedOn,
      steps: coming.map(({ name, dueOn }) => ({ title: titleOfStep(catalog, name), dueOn })),
      balance: balanceCents > 0 ? siteMoney(balanceCents, locale) : null,
      owed: balanceCents < 0 ? siteMoney(balanceCents, locale) : null,
      toGiveBack,
    },
    envelope: { memberId, replyTo },
  })
}

/** Tells staff that a balance was asked back, and its member what was decided. */
export const mailRefund = async (
  ctx: Ctx,
  { refundId, occasion }: z.infer<typeof mailRefundJob.payload>,
): Promise<void> => {
  const row = await ctx.db
    .selectFrom('balance_refunds as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select([
      'r.source',
      'r.currency',
      'r.state',
      'r.amount_cents',
      'r.account_end',
      'r.reason',
      'm.id',
      'm.first_name',
    ])
    .select(['m.last_name', 'm.closed_at'])
    .where('r.id', '=', refundId)
    .executeTakeFirst()
  // What was decided or taken back meanwhile is another mail, or none.
  if (!row || row.state !== occasion || row.closed_at !== null) return
  const { SITE_LOCALE_CURRENCY: locale, EMAIL_ADMIN: replyTo } = await ctx.settings.all()
  const staff = occasion === 'asked' ? await listStaffAddressees(ctx) : null
  await sendMail(ctx, {
    template: refundTemplates[occasion],
    facts: {
      person: { firstName: row.first_name },
      name: fullName(row),
      amount:
        row.currency === null
          ? siteMoney(row.amount_cents, locale)
          : formatCents(row.amount_cents, { locale, currency: row.currency }),
      isCredit: row.source === 'credit',
      accountEnd: row.account_end,
      reason: row.reason,
    },
    envelope: staff?.map((one) => ({ ...one, about: [row.id] })) ?? { memberId: row.id, replyTo },
  })
}
