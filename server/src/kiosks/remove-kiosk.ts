import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { endKioskSessions } from '../accounts/end-kiosk-sessions.ts'
import { kioskNotices } from './kiosk-notices.ts'

/** Forgets a kiosk. Whoever is logged in there is out at once, and its claim is worth nothing. */
export const removeKiosk = (ctx: Ctx, kioskId: number): Promise<void> =>
  change(ctx, 'kiosk.removed', async (tx) => {
    const ended = await endKioskSessions(tx, kioskId)
    const removed = await tx.deleteFrom('kiosks').where('id', '=', kioskId).returning('name').executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    return {
      result: undefined,
      subject: { kind: 'kiosk', id: kioskId },
      data: { name: removed.name },
      tell: kioskNotices(ended),
    }
  })
