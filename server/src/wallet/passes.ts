import { randomBytes } from 'node:crypto'
import type { PassLink, WalletPass, WalletState } from '@spacekeeper/contract/wallet/shapes.ts'
import type { WalletKind } from '@spacekeeper/contract/wallet/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { GoogleAway, GoogleRefusal } from '#platform/wallet/google-wallet.ts'
import { lockMember } from '../members/member-row.ts'
import { readPassLink, sealPassLink } from './codes.ts'
import { changedAt, dueMark, findPass, siteMarkOf, type StoredPass, validFrom, voidMark } from './pass-rows.ts'
import { appleSigner, googleSetup, listOfferedWallets } from './setup.ts'
import { sendToGoogle, tellWalletJob, walletJobKey } from './updates.ts'

/** As the audit calls them. */
const walletNames: Record<WalletKind, string> = { apple: 'Apple Wallet', google: 'Google Wallet' }

export const passNotice = (memberId: number) => screens.notice({ topic: 'profile', audience: { memberId } })

type PassDeviceRow = { pass_id: number; added_at: Date }

const devicesOf = (rows: readonly PassDeviceRow[], passId: number): WalletPass['devices'] =>
  rows.filter(({ pass_id }) => pass_id === passId).map(({ added_at }) => ({ addedAt: added_at.toISOString() }))

export const getWalletState = async (ctx: Ctx): Promise<WalletState> => {
  const { id } = memberOf(ctx)
  const ofCaller = ctx.db.selectFrom('wallet_passes as p').where('p.member_id', '=', id).where('p.ended_at', 'is', null)
  const [offers, passes, devices] = await Promise.all([
    listOfferedWallets(ctx),
    ofCaller
      .select(['p.id', 'p.kind', 'p.created_at', 'p.failure'])
      // One that Google never took is in no wallet.
      .where((is) => is.or([is('p.kind', '=', 'apple'), is('p.told_mark', 'is not', null)]))
      .orderBy('p.id')
      .execute(),
    ofCaller
      .innerJoin('wallet_devices as d', 'd.pass_id', 'p.id')
      .select(['d.pass_id', 'd.added_at'])
      .orderBy('d.id')
      .execute(),
  ])
  return {
    offers,
    passes: passes.map(({ id: passId, kind, created_at, failure }) => ({
      id: passId,
      kind,
      addedAt: created_at.toISOString(),
      devices: devicesOf(devices, passId),
      failure,
    })),
  }
}

const keepPass = async (ctx: Ctx, kind: WalletKind): Promise<number> => {
  const { id: memberId } = memberOf(ctx)
  const siteMark = await siteMarkOf(ctx)
  return change(ctx, 'wallet.passCreated', async (work) => {
    const { tx } = work
    await lockMember(work, memberId)
    const known = await tx
      .selectFrom('wallet_passes')
      .select('id')
      .where('member_id', '=', memberId)
      .where('kind', '=', kind)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (known) return unchanged(known.id)
    const now = ctx.now()
    const { id } = await tx
      .insertInto('wallet_passes')
      .values({
        member_id: memberId,
        kind,
        serial: randomBytes(16).toString('base64url'),
        created_at: now,
        mark: '',
        changed_at: now,
        valid_until: validFrom(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update wallet_passes w set mark = ${dueMark(siteMark)}
      from wallet_passes p left join members m on m.id = p.member_id where p.id = ${id} and w.id = p.id`.execute(tx)
    const subject = { kind: 'member', id: memberId }
    return { result: id, subject, data: { wallet: walletNames[kind] }, tell: [passNotice(memberId)] }
  })
}

/** Google has to know a pass before a phone can save it. */
const storeAtGoogle = async (ctx: Ctx, passId: number): Promise<void> => {
  try {
    await sendToGoogle(ctx, passId)
  } catch (error) {
    if (error instanceof GoogleRefusal) {
      ctx.log.warn({ status: error.status }, 'Google Wallet refused a pass')
      throw new AppError('walletRefused')
    }
    if (error instanceof GoogleAway) throw new AppError('walletAway')
    throw error
  }
}

/** A link by which a phone puts the caller's digital ID into its wallet. Each member has one pass of a kind. */
export const createPass = async (ctx: Ctx, kind: WalletKind): Promise<PassLink> => {
  if (kind === 'apple') await appleSigner(ctx)
  else await googleSetup(ctx)
  const passId = await keepPass(ctx, kind)
  if (kind === 'google') await storeAtGoogle(ctx, passId)
  const { token, expiresAt } = sealPassLink(ctx, { passId, now: ctx.now() })
  return { url: `${ctx.siteUrl}/api/wallet/${kind}/pass/${token}/`, expiresAt: expiresAt.toISOString() }
}

/** The pass that a link stands for; one that has ended meanwhile is given out no more. */
export const passOfLink = async (
  ctx: Ctx,
  { token, kind }: { token: string; kind: WalletKind },
): Promise<StoredPass> => {
  const passId = readPassLink(ctx, { token, now: ctx.now() })
  const row = passId === null ? undefined : await findPass(ctx.db, passId)
  if (!row || row.kind !== kind || row.ended_at !== null || row.member_id === null) throw new AppError('passLinkOld')
  return row
}

type PassEnding = { memberId: number; passId?: number | undefined }

/** Ends the passes of a member, or one of them. Wallets are told to void them; their codes are valid no more. */
export const endPasses = async (work: Work, { memberId, passId }: PassEnding): Promise<ChangePart[]> => {
  const now = work.now
  const ended = await work.tx
    .updateTable('wallet_passes')
    .set({ ended_at: now, changed_at: changedAt(now), mark: voidMark, failure: null })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .$if(passId !== undefined, (query) => query.where('id', '=', passId ?? 0))
    .returning(['id', 'kind'])
    .execute()
  for (const { id } of ended) await addJob(work, tellWalletJob, { passId: id }, { key: walletJobKey(id) })
  return ended.map(({ kind }) => ({
    event: 'wallet.passRemoved',
    subject: { kind: 'member', id: memberId },
    data: { wallet: walletNames[kind] },
    tell: [passNotice(memberId)],
  }))
}

/** Removes one of the caller's passes from every device. */
export const removePass = (ctx: Ctx, passId: number): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'wallet.passRemoved', async (work) => {
    const [part] = await endPasses(work, { memberId, passId })
    if (!part) throw new AppError('notFound')
    return { ...part, result: undefined }
  })
}
