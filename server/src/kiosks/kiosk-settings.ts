import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { type Login, checkLogin } from '../auth/logins.ts'
import { endKioskSessions } from '../auth/sessions.ts'
import { isStrongLoginRequired } from '../auth/strong/strength.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { kioskNotices } from './kiosks.ts'

/** What decides whether a member may look after devices. */
export const findPermissions = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(['is_admin', 'permissions', 'suspended_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

export type KioskStaffLogin = { kiosk: CallingKiosk | null; login: Login }

/** Checks that staff for devices stand at a kiosk, by email and password. It starts no session. */
export const checkStaff = async (ctx: Ctx, { kiosk, login }: KioskStaffLogin) => {
  if (!kiosk) throw new AppError('kioskUnknown')
  const { memberId, isStrong } = await checkLogin(ctx, login)
  const effective = effectivePermissions(await findPermissions(ctx, memberId))
  const { permissions } = effective
  const isWithheld = !isStrong && isStrongLoginRequired(effective, await ctx.settings.get('STRONG_LOGIN_FOR'))
  if (isWithheld && permissions.includes('devices')) throw new AppError('strongLoginNeeded')
  if (!permissions.includes('devices')) throw new AppError('notAllowed')
  return { kiosk, memberId }
}

/** Opens the settings of a kiosk on its own screen: which reader it believes is no matter for members. */
export const unlockKiosk = async (ctx: Ctx, input: KioskStaffLogin): Promise<void> => {
  const { kiosk, memberId } = await checkStaff(ctx, input)
  await change(ctx, 'kiosk.unlocked', async () => ({
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { name: kiosk.name, kioskId: kiosk.id },
  }))
}

/** Makes a kiosk an ordinary browser again, on its own screen. */
export const leaveKiosk = async (ctx: Ctx, input: KioskStaffLogin): Promise<void> => {
  const { kiosk, memberId } = await checkStaff(ctx, input)
  await change(ctx, 'kiosk.left', async (work) => {
    const ended = await endKioskSessions(work, kiosk.id)
    await work.tx.deleteFrom('kiosks').where('id', '=', kiosk.id).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: kiosk.name, kioskId: kiosk.id },
      tell: kioskNotices(ended),
    }
  })
}
