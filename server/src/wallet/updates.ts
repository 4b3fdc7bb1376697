import { passRenewalDays } from '@spacekeeper/contract/wallet/words.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { ApnsAnswer } from '#platform/apns/connection.ts'
import { sendApns } from '#platform/apns/send-apns.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { GoogleRefusal, putGoogleObject } from '#platform/wallet/google-wallet.ts'
import { writeGooglePass } from './pass-content.ts'
import { changedAt, dueMark, findPass, siteMarkOf, type StoredPass, validFrom } from './pass-rows.ts'
import { findAppleSigner, googleSetup, listOfferedWallets } from './setup.ts'

export const tellWalletJob = job('wallet.tell', z.object({ passId: z.number().int() }))

/** Of several changes of a pass only the last is told. */
export const walletJobKey = (passId: number): string => `wallet:${passId}`

const addTelling = (work: Work, passId: number) =>
  addJob(work, tellWalletJob, { passId }, { key: walletJobKey(passId) })

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** So many a minute: a new colour of the site changes every pass there is. */
const mostAtOnce = 200

/**
 * Finds the passes that show what no longer holds, whatever changed it, and those that run out soon, and has their
 * wallets told.
 */
export const refreshPasses = async (ctx: Ctx): Promise<void> => {
  const kinds = await listOfferedWallets(ctx)
  if (kinds.length === 0) return
  const siteMark = await siteMarkOf(ctx)
  const now = ctx.now()
  const soon = new Date(now.getTime() + passRenewalDays * dayMs)
  const isActive = sql<SqlBool>`(p.ended_at is null and m.closed_at is null and m.state = 'active')`
  await record(ctx, async (work) => {
    // What a wallet was told before counts as empty, and not as nothing: it has the pass.
    const { rows } = await sql<{ id: number }>`
      update wallet_passes w set mark = due.mark, told_mark = left(w.told_mark, 0), changed_at = ${changedAt(now)},
        valid_until = case when due.is_active then ${validFrom(now)}::timestamptz else w.valid_until end
      from (
        select p.id, ${dueMark(siteMark)} as mark, ${isActive} as is_active
        from wallet_passes p left join members m on m.id = p.member_id
        where p.kind = any(${kinds}::text[])
          and (p.mark <> ${dueMark(siteMark)} or (${isActive} and p.valid_until < ${soon}))
        order by p.id limit ${mostAtOnce} for update of p skip locked
      ) due where w.id = due.id returning w.id`.execute(work.tx)
    for (const { id } of rows) await addTelling(work, id)
    return { result: undefined }
  })
}

/** A job is tried again for some sixteen hours by itself, unless it was refused. */
const givenUpAfterMs = 17 * hourMs

/** Has wallets told again that refused a change, or were not reached for so long that the job gave up. */
export const tellAgain = async (ctx: Ctx): Promise<void> => {
  const kinds = await listOfferedWallets(ctx)
  if (kinds.length === 0) return
  const before = (ms: number) => new Date(ctx.now().getTime() - ms)
  await record(ctx, async (work) => {
    const untold = await work.tx
      .selectFrom('wallet_passes')
      .select('id')
      .where('kind', 'in', kinds)
      .where(sql<SqlBool>`told_mark is distinct from mark and (kind = 'apple' or told_mark is not null)`)
      .where('changed_at', '<', before(hourMs))
      .where((is) => is.or([is('failure', '=', 'refused'), is('changed_at', '<', before(givenUpAfterMs))]))
      .orderBy('changed_at')
      .limit(mostAtOnce)
      .execute()
    for (const { id } of untold) await addTelling(work, id)
    return { result: undefined }
  })
}

type PassFailure = 'refused' | 'unreachable' | null

/** Notes that a wallet knows this state of a pass, or why it does not. */
const noteTold = (ctx: Ctx, row: StoredPass, failure: PassFailure): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await tx
      .updateTable('wallet_passes')
      .set(failure === null ? { failure, told_mark: row.mark } : { failure })
      .where('id', '=', row.id)
      .where('changed_at', '=', row.changed_at)
      .execute()
    const tell =
      row.member_id === null ? [] : [screens.notice({ topic: 'profile', audience: { memberId: row.member_id } })]
    return { result: undefined, tell }
  })

/** Stores a pass at Google as it is now. Throws where Google refuses it or is away. */
export const sendToGoogle = async (ctx: Ctx, passId: number): Promise<void> => {
  const row = await findPass(ctx.db, passId)
  if (!row) return
  const setup = await googleSetup(ctx)
  await putGoogleObject(setup.access, await writeGooglePass(ctx, row, setup))
  await noteTold(ctx, row, null)
}

/** The device has no pass of the portal any more, or never had a push token like this. */
const isGone = (answer: ApnsAnswer | undefined): boolean =>
  answer?.status === 410 || (answer?.status === 400 && answer.reason === 'BadDeviceToken')

const isRefusal = ({ status }: ApnsAnswer): boolean => status >= 400 && status < 429

const forgetDevices = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await tx.deleteFrom('wallet_devices').where('id', 'in', ids).execute()
    return { result: undefined }
  })

/** Tells every device that holds a pass to fetch it: an empty message, to which the phone answers by asking. */
const tellPhones = async (ctx: Ctx, row: StoredPass): Promise<PassFailure> => {
  const signer = await findAppleSigner(ctx)
  if (!signer) return 'refused'
  const devices = await ctx.db
    .selectFrom('wallet_devices')
    .select(['id', 'push_token'])
    .where('pass_id', '=', row.id)
    .execute()
  if (devices.length === 0) return null
  const answers = await sendApns(
    { certificate: signer.certificate, key: signer.key, url: ctx.appleUrl },
    devices.map(({ push_token: deviceToken }) => ({ deviceToken, topic: signer.passTypeId, payload: {} })),
  )
  const gone = devices.filter((_, at) => isGone(answers[at]))
  if (gone.length > 0)
    await forgetDevices(
      ctx,
      gone.map(({ id }) => id),
    )
  const failed = answers.filter((answer) => answer.status !== 200 && !isGone(answer))
  if (failed.length === 0) return null
  ctx.log.warn({ answers: failed }, 'Apple did not take a message about a pass')
  return failed.some(isRefusal) ? 'refused' : 'unreachable'
}

const tellGoogle = async (ctx: Ctx, row: StoredPass): Promise<PassFailure> => {
  try {
    await sendToGoogle(ctx, row.id)
    return null
  } catch (error) {
    ctx.log.warn({ err: error }, 'Google Wallet did not take a pass')
    return error instanceof GoogleRefusal ? 'refused' : 'unreachable'
  }
}

/** Google never had it: it was away when the pass was made, and the member has not tried again. */
const isOutThere = ({ kind, told_mark }: StoredPass): boolean => kind === 'apple' || told_mark !== null

/** Tells the wallet of a pass how it is now. Fails where it was not reached, so that it is tried again. */
export const tellWallet = async (ctx: Ctx, { passId }: { passId: number }): Promise<void> => {
  const row = await findPass(ctx.db, passId)
  if (!row || !isOutThere(row) || !(await listOfferedWallets(ctx)).includes(row.kind)) return
  const failure = row.kind === 'apple' ? await tellPhones(ctx, row) : await tellGoogle(ctx, row)
  if (row.kind === 'apple' || failure !== null) await noteTold(ctx, row, failure)
  if (failure === 'unreachable') throw new Error('The wallet was not reached; it is tried again.')
}
