import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { endKioskSessions } from '../accounts/end-kiosk-sessions.ts'
import { kioskNotices } from './kiosk-notices.ts'

const columns = { name: 'name', playTheme: 'plays_theme' } as const
const fields = ['name', 'playTheme'] as const

type Wish = {
  kioskId: number
  changes: { name?: string | undefined; playTheme?: boolean | undefined; authorised?: boolean | undefined }
}

/** Renames a kiosk, and lets it log members in or no longer: then whoever is logged in there is out at once. */
export const changeKiosk = (ctx: Ctx, { kioskId, changes }: Wish): Promise<void> =>
  change(ctx, 'kiosk.changed', async (tx) => {
    const row = await tx
      .selectFrom('kiosks')
      .select(['name', 'plays_theme', 'authorised_at'])
      .where('id', '=', kioskId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const differences = fields.flatMap((field) => {
      const [from, to] = [row[columns[field]], changes[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    const wasAuthorised = row.authorised_at !== null
    const isAuthorised = changes.authorised ?? wasAuthorised
    if (differences.length === 0 && isAuthorised === wasAuthorised) return unchanged(undefined)
    await tx
      .updateTable('kiosks')
      .set({
        ...Object.fromEntries(differences.map(({ field, to }) => [columns[field], to])),
        ...(isAuthorised !== wasAuthorised && { authorised_at: isAuthorised ? ctx.now() : null }),
      })
      .where('id', '=', kioskId)
      .execute()
    const ended = isAuthorised ? [] : await endKioskSessions(tx, kioskId)
    return {
      result: undefined,
      ...(isAuthorised !== wasAuthorised && {
        event: isAuthorised ? ('kiosk.authorised' as const) : ('kiosk.revoked' as const), // the names themselves are wanted
      }),
      subject: { kind: 'kiosk', id: kioskId },
      data: {
        name: changes.name ?? row.name,
        changes: Object.fromEntries(differences.map(({ field, from, to }) => [field, { from, to }])),
      },
      tell: kioskNotices(ended),
    }
  })
