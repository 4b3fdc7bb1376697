import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { checkLogin, type Login } from '../accounts/check-login.ts'
import { officeOf } from '../members/rules.ts'
import { findOffice } from './queries.ts'

export type AtKiosk = { kiosk: CallingKiosk | null; login: Login }

/** Who stands at a kiosk and looks after devices, by his e-mail and password. Nobody is logged in by it. */
export const checkStaff = async (ctx: Ctx, { kiosk, login }: AtKiosk) => {
  if (!kiosk) throw new AppError('kioskUnknown')
  const { memberId } = await checkLogin(ctx, login)
  const { permissions } = officeOf(await findOffice(ctx, memberId))
  if (!permissions.includes('devices')) throw new AppError('notAllowed')
  return { kiosk, memberId }
}

/** Opens the settings of a kiosk on its own screen: which reader it believes is no matter for members. */
export const unlockKiosk = async (ctx: Ctx, input: AtKiosk): Promise<void> => {
  const { kiosk, memberId } = await checkStaff(ctx, input)
  await change(ctx, 'kiosk.unlocked', async () => ({
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { name: kiosk.name, kioskId: kiosk.id },
  }))
}
