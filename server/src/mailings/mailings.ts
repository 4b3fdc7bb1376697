import type { Mailing, MailingPreview } from '@spacekeeper/contract/mailings/shapes.ts'
import type { Selection } from '@spacekeeper/contract/members/shapes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { fullName } from '#platform/shown-name.ts'
import { bulkFingerprint, someNames } from '../members/bulk/grants.ts'
import { matchSelection } from '../members/filters.ts'
import { mostMembers } from '../members/list.ts'
import { listNewestMailings } from '../messages/mailing-progress.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { sendMailingJob } from './jobs.ts'
import { mailToRecipient } from './rules.ts'

const most = 10

/** The newest mailings and how far each is. */
export const listMailings = (ctx: Ctx): Promise<Mailing[]> => listNewestMailings(ctx, most)

type MailingAudience = { selection: Selection; concernsMembership: boolean }

const wanted = sql<boolean>`members.wants_news and not members.exclude_from_email_export`

/** Which rows of `members` are written to: of those selected, members with a verified address who did not opt out. */
export const matchRecipients = (mailing: MailingAudience, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${matchSelection(mailing.selection, now)} and members.email_verified_at is not null
    and (${mailing.concernsMembership}::boolean or ${wanted}))`

/** All selected members, by name, with what decides whether they are written to. */
export const listRecipients = (ctx: Ctx, mailing: MailingAudience) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'wants_news as wantsNews'])
    .select([
      sql<boolean>`email_verified_at is not null`.as('isVerified'),
      matchRecipients(mailing, ctx.now()).as('isRecipient'),
    ])
    .where(matchSelection(mailing.selection, ctx.now()))
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .limit(mostMembers)
    .execute()

export type MailingInput = { selection: Selection; subject: string; text: string; concernsMembership: boolean }

/** Stands for these recipients, whatever is written to them. */
export const recipientsFingerprint = (memberIds: readonly number[]) => bulkFingerprint('mailing', [[0, memberIds]])

/** Which members a message would reach and how it would look, before anything is sent. */
export const previewMailing = async (ctx: Ctx, mailing: MailingInput): Promise<MailingPreview> => {
  const selected = await listRecipients(ctx, mailing)
  const recipients = selected.filter(({ isRecipient }) => isRecipient)
  const left = selected.filter(({ isRecipient }) => !isRecipient)
  const unverified = left.filter(({ isVerified }) => !isVerified).length
  const noNews = left.filter(({ isVerified, wantsNews }) => isVerified && !wantsNews).length
  const person = recipients[0] ?? { id: 0, firstName: 'Ada' }
  // A preview must not hold a link that works: staff may press it.
  const news = mailing.concernsMembership ? {} : { newsUrl: `${ctx.siteUrl}/account/profile` }
  const { html } = await renderMail(ctx, mailToRecipient({ words: mailing, person, ...news }))
  return {
    fingerprint: recipientsFingerprint(recipients.map(({ id }) => id)),
    key: newToken(),
    recipients: {
      count: recipients.length,
      ...someNames(recipients.map(fullName)),
    },
    noNews,
    leftOut: left.length - unverified - noNews,
    unverified,
    html,
    isMailConfigured: ctx.smtpUrl !== undefined,
  }
}

type ConfirmedMailing = MailingInput & { fingerprint: string; key: string }

/** Null when it was started before under this key. */
const insertMailing = async ({ tx, ctx }: Work, input: { mailing: ConfirmedMailing; leftOut: number }) => {
  const { mailing, leftOut } = input
  const row = await tx
    .insertInto('mailings')
    .values({
      key: mailing.key,
      subject: mailing.subject,
      text: mailing.text,
      concerns_membership: mailing.concernsMembership,
      left_out: leftOut,
      started_by: memberOf(ctx).id,
      started_at: ctx.now(),
    })
    .onConflict((on) => on.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const insertRecipients = async ({ tx, now }: Work, input: { mailingId: number; mailing: ConfirmedMailing }) => {
  const rows = await tx
    .insertInto('mailing_recipients')
    .columns(['mailing_id', 'member_id'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select([sql<number>`${input.mailingId}::int`.as('mailing_id'), 'id'])
        .where(matchRecipients(input.mailing, now)),
    )
    .returning('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

/**
 * Starts sending what was previewed. Who gets it is settled and stored now; a job writes to them. A second
 * confirmation of the same preview, say after an answer that was lost, starts nothing more.
 */
export const startMailing = async (ctx: Ctx, mailing: ConfirmedMailing): Promise<{ mailingId: number }> => {
  const selected = await listRecipients(ctx, mailing)
  const leftOut = selected.filter(({ isRecipient }) => !isRecipient).length
  return change(ctx, 'mailing.started', async (work) => {
    const mailingId = await insertMailing(work, { mailing, leftOut })
    if (mailingId === null) {
      const before = await work.tx
        .selectFrom('mailings')
        .select('id')
        .where('key', '=', mailing.key)
        .executeTakeFirstOrThrow()
      return unchanged({ mailingId: before.id })
    }
    const memberIds = await insertRecipients(work, { mailingId, mailing })
    if (recipientsFingerprint(memberIds) !== mailing.fingerprint) throw new AppError('previewOutdated')
    if (memberIds.length === 0) throw badField('selection', 'There’s no one to write to.')
    await work.tx
      .updateTable('mailings')
      .set({ recipient_count: memberIds.length })
      .where('id', '=', mailingId)
      .execute()
    await addJob(work, sendMailingJob, { mailingId })
    return {
      result: { mailingId },
      subject: { kind: 'mailing', id: mailingId },
      data: { title: mailing.subject, count: memberIds.length, leftOut, memberIds },
      tell: [messagesChanged],
    }
  })
}
