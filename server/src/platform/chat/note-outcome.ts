import type { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { sql } from 'kysely'
import type { Ctx, WorkCtx } from '../ctx.ts'
import { record, type Work } from '../db/change.ts'
import { screens } from '../live/screens.ts'
import type { PostOutcome } from './call-webhook.ts'
import { postAgain } from './chat-jobs.ts'
import { chatPatienceMs, spacingMs, waitAfter, waitAsked } from './pace.ts'

/** A post that was tried: with which lines, and what the service said. */
export type TriedPost = { webhook: ChatWebhook; outcome: PostOutcome; lineIds: number[]; hasTest: boolean }

const after = (ctx: WorkCtx, ms: number) => new Date(ctx.now().getTime() + ms)

/** Removes what is not said any more, and answers how much: all these lines when the service refuses them, and those that are too old. */
const giveUp = async ({ tx, ctx }: Work, { webhook, outcome, lineIds }: TriedPost): Promise<number> => {
  const ids = outcome.kind === 'refused' ? lineIds : []
  const gone = await tx
    .deleteFrom('chat_lines')
    .where('webhook', '=', webhook)
    .where((is) =>
      is.or([
        is('id', '=', sql<number>`any(${ids}::bigint[])`),
        is('happened_at', '<', after(ctx, -chatPatienceMs)),
        // Staff wait for the outcome of a test, so it is tried once.
        is.and([is('is_test', '=', true), is('id', '=', sql<number>`any(${lineIds}::bigint[])`)]),
      ]),
    )
    .returning('is_test')
    .execute()
  return gone.filter((line) => !line.is_test).length
}

const noteSuccess = async ({ tx, ctx }: Work, tried: TriedPost): Promise<Date> => {
  const at = after(ctx, spacingMs)
  const row = { next_post_at: at, posted_at: ctx.now(), failures: 0, failing_since: null, error: null, given_up: 0 }
  await tx
    .deleteFrom('chat_lines')
    .where('id', '=', sql<number>`any(${tried.lineIds}::bigint[])`)
    .execute()
  await tx
    .insertInto('chat_webhooks')
    .values({ webhook: tried.webhook, ...row })
    .onConflict((on) => on.column('webhook').doUpdateSet(row))
    .execute()
  return at
}

const noteFailure = async (
  work: Work,
  input: { tried: TriedPost; before: { failures: number; failing_since: Date | null } | undefined },
): Promise<Date> => {
  const { tx, ctx } = work
  const { tried, before } = input
  const { outcome, webhook } = tried
  const given = await giveUp(work, tried)
  const isAsked = outcome.kind === 'askedToWait'
  const failures = (before?.failures ?? 0) + (isAsked ? 0 : 1)
  const at = after(ctx, isAsked ? waitAsked(outcome.seconds) : waitAfter(failures))
  const row = {
    next_post_at: at,
    failures,
    failing_since: before?.failing_since ?? ctx.now(),
    error: 'reason' in outcome ? outcome.reason : 'The service asked for fewer posts (429).',
  }
  await tx
    .insertInto('chat_webhooks')
    .values({ webhook, ...row, given_up: given })
    .onConflict((on) => on.column('webhook').doUpdateSet({ ...row, given_up: sql`chat_webhooks.given_up + ${given}` }))
    .execute()
  return at
}

/** Notes what became of a post, and when the next one may go; staff read the reason when it did not arrive. */
export const noteOutcome = async (ctx: Ctx, tried: TriedPost): Promise<void> => {
  const { webhook, outcome } = tried
  const isPosted = outcome.kind === 'posted'
  if (!isPosted) ctx.log.warn({ webhook, outcome }, 'a chat did not take a post')
  await record(ctx, async (work) => {
    const before = await work.tx
      .selectFrom('chat_webhooks')
      .select(['failures', 'failing_since'])
      .where('webhook', '=', webhook)
      .executeTakeFirst()
    const at = await (isPosted ? noteSuccess(work, tried) : noteFailure(work, { tried, before }))
    const rest = await work.tx.selectFrom('chat_lines').select('id').where('webhook', '=', webhook).limit(1).execute()
    if (rest.length > 0) await postAgain(work, { webhook, at })
    const isNews = tried.hasTest || !isPosted || (before?.failing_since ?? null) !== null
    return {
      result: undefined,
      tell: isNews ? [screens.notice({ topic: 'chat', audience: { staff: ['settings'] } })] : [],
    }
  })
}
