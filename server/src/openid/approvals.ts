import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { clientAddressAtKiosk } from '../auth/client-address.ts'
import { refuseAtKiosk } from '../auth/links/login-links.ts'
import { findAppCaller } from '../auth/tokens/app-callers.ts'
import { findSite } from './protocol-clients.ts'
import { openProvider } from './provider.ts'
import {
  answerSite,
  describeQuestion,
  findInteraction,
  findQuestion,
  type Interaction,
  type RawExchange,
  refuseLogin,
} from './questions.ts'

// A member who has to log in to a site in a browser of their phone says yes in the app, where they are logged in. The
// approval comes back to that browser in an address, and is worth something only there.

/** Among the records of logins at other sites; the library knows none of this kind. */
const kind = 'Approval'

/** The phone opens its browser at once. */
const approvalMs = 60_000

/** `uid`: the login that waits. `sessionId`: the app's. */
const Approval = z.object({ uid: z.string(), sessionId: z.number().int() })

/** A login that waits in whichever browser. Its address alone lets no one go on with it. */
const findWaiting = async (ctx: Ctx, uid: string): Promise<Interaction> => {
  const provider = await openProvider(ctx)
  const interaction = await provider.Interaction.find(uid)
  if (!interaction) throw new AppError('notFound')
  // A browser answers for itself: it can't be led to confirm what waits in another one.
  if (!(await findAppCaller(ctx, memberOf(ctx).sessionId))) throw new AppError('notAllowed')
  return interaction
}

export const getWaiting = async (ctx: Ctx, uid: string): Promise<ConsentQuestion> =>
  describeQuestion(await findQuestion(ctx, await findWaiting(ctx, uid)))

/** Confirms a login in the app; the address that the phone's browser opens. The site learns nothing before that. */
export const createApproval = async (ctx: Ctx, uid: string): Promise<string> => {
  const question = await findQuestion(ctx, await findWaiting(ctx, uid))
  refuseLogin(question)
  const { id: memberId, sessionId } = memberOf(ctx)
  const { id: siteId, clientId, name } = question.site
  const token = newToken()
  await change(ctx, 'sso.approved', async ({ tx }) => {
    await tx.deleteFrom('openid_records').where('kind', '=', kind).where('uid_hash', '=', hashToken(uid)).execute()
    await tx
      .insertInto('openid_records')
      .values({
        kind,
        id_hash: hashToken(token),
        payload: encrypt(ctx.secretKey, JSON.stringify({ uid, sessionId })),
        uid_hash: hashToken(uid),
        member_id: memberId,
        client_id: clientId,
        expires_at: new Date(ctx.now().getTime() + approvalMs),
      })
      .execute()
    return { result: undefined, subject: { kind: 'member', id: memberId }, data: { name, siteId } }
  })
  // What stands behind the sign is sent to no server and stands in no log.
  return `${ctx.siteUrl}/sso/approved/${uid}#${token}`
}

type SpentApproval = { uid: string; sessionId: number; memberId: number; clientId: string }

/** Uses it up, whatever comes of it; null where it isn't one any more. */
const spend = (ctx: Ctx, token: string): Promise<SpentApproval | null> =>
  record(ctx, async ({ tx }) => {
    const now = ctx.now()
    const row = await tx
      .updateTable('openid_records')
      .set({ consumed_at: now })
      .where('kind', '=', kind)
      .where('id_hash', '=', hashToken(token))
      .where('consumed_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['payload', 'member_id', 'client_id'])
      .executeTakeFirst()
    if (!row || row.member_id === null || row.client_id === null) return { result: null }
    const { uid, sessionId } = Approval.parse(JSON.parse(decrypt(ctx.secretKey, row.payload)))
    return { result: { uid, sessionId, memberId: row.member_id, clientId: row.client_id } }
  })

/** Someone may have sent a member the address of a login of their own: staff can read that it came to nothing. */
const noteForeignBrowser = async (ctx: Ctx, { memberId, clientId }: SpentApproval): Promise<void> => {
  const site = await findSite(ctx, clientId)
  if (!site) return
  const subject = { kind: 'member', id: memberId }
  const data = { name: site.name, siteId: site.id }
  await change(ctx, 'sso.approvalRefused', async () => ({ result: undefined, subject, data }))
}

const isWaitingHere = async (ctx: Ctx, input: { uid: string; exchange: RawExchange }): Promise<boolean> => {
  try {
    await findInteraction(ctx, input)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

type ApprovalUse = { uid: string; token: string; app: FastifyInstance; request: FastifyRequest; exchange: RawExchange }

/**
 * Answers the login that waits in this very browser as the member whose app confirmed it, by what holds for that member
 * now. The browser gets no login at the portal.
 */
export const redeemApproval = async (
  ctx: Ctx,
  { uid, token, app, request, exchange }: ApprovalUse,
): Promise<string> => {
  const approval = await spend(ctx, token)
  refuseAtKiosk(await clientAddressAtKiosk(app, request))
  if (!approval) throw new AppError('notFound')
  if (approval.uid !== uid || !(await isWaitingHere(ctx, { uid, exchange }))) {
    await noteForeignBrowser(ctx, approval)
    throw new AppError('notFound')
  }
  if (ctx.actor.kind === 'member' && ctx.actor.id !== approval.memberId) throw new AppError('loggedInAsOther')
  const actor = await findAppCaller(ctx, approval.sessionId)
  if (!actor) throw new AppError('notFound')
  return answerSite({ ...ctx, actor }, { uid, exchange, isAllowed: true, isApproved: true })
}
