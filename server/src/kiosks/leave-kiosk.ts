import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { endKioskSessions } from '../accounts/end-kiosk-sessions.ts'
import { kioskNotices } from './kiosk-notices.ts'
import { checkStaff, type AtKiosk } from './unlock-kiosk.ts'

/** Makes a kiosk an ordinary browser again, on its own screen. */
export const leaveKiosk = async (ctx: Ctx, input: AtKiosk): Promise<void> => {
  const { kiosk, memberId } = await checkStaff(ctx, input)
  await change(ctx, 'kiosk.left', async (tx) => {
    const ended = await endKioskSessions(tx, kiosk.id)
    await tx.deleteFrom('kiosks').where('id', '=', kiosk.id).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: kiosk.name, kioskId: kiosk.id },
      tell: kioskNotices(ended),
    }
  })
}
