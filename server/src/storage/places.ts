import type { Input } from '@spacekeeper/contract/route.ts'
import type { storageApi } from '@spacekeeper/contract/storage/routes.ts'
import { mostPlaces } from '@spacekeeper/contract/storage/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { lockPlace, storageNotices } from './place-row.ts'
import { numberedCodes } from './rules.ts'

type NewPlace = Input<(typeof storageApi)['add']>

const columns = {
  code: 'code',
  name: 'name',
  kind: 'kind',
  area: 'area',
  notes: 'notes',
  isOutOfUse: 'is_out_of_use',
} as const

const refuseTaken = <T>(run: () => Promise<T>): Promise<T> => onUnique({ storage_places_code: 'placeTaken' }, run)

/** Places are added one after the other, so that never more than the most are there. */
const checkRoom = async ({ tx }: Work, more: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('storage places'))`.execute(tx)
  const { count } = await tx
    .selectFrom('storage_places')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count + more > mostPlaces) throw new AppError('placesFull')
}

export const addPlace = (ctx: Ctx, input: NewPlace): Promise<{ id: number }> =>
  refuseTaken(() =>
    change(ctx, 'storage.added', async (work) => {
      await checkRoom(work, 1)
      const { isOutOfUse, ...fields } = input
      const result = await work.tx
        .insertInto('storage_places')
        .values({ ...fields, is_out_of_use: isOutOfUse, created_at: ctx.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result,
        subject: { kind: 'storage', id: result.id },
        data: { name: input.code },
        tell: storageNotices(),
      }
    }),
  )

/** Adds numbered places. Those whose code is there stay as they are, so it may be sent twice. */
export const addPlaces = (
  ctx: Ctx,
  input: Input<(typeof storageApi)['addMany']>,
): Promise<{ added: number; known: number }> =>
  change(ctx, 'storage.addedMany', async (work) => {
    const codes = numberedCodes(input)
    await checkRoom(work, 0)
    const added = await work.tx
      .insertInto('storage_places')
      .columns(['code', 'kind', 'area', 'created_at'])
      .expression(
        work.tx.selectNoFrom([
          sql<string>`unnest(${codes}::text[])`.as('code'),
          sql<string>`${input.kind}::text`.as('kind'),
          sql<string>`${input.area}::text`.as('area'),
          sql<Date>`${ctx.now()}::timestamptz`.as('created_at'),
        ]),
      )
      .onConflict((on) => on.column('code').where('removed_at', 'is', null).doNothing())
      .returning('code')
      .execute()
    const result = { added: added.length, known: codes.length - added.length }
    if (added.length === 0) return unchanged(result)
    await checkRoom(work, 0)
    const name = codes.length === 1 ? String(codes[0]) : `${codes[0]} to ${codes.at(-1)}`
    return { result, data: { name, count: added.length }, tell: storageNotices() }
  })

export const updatePlace = (ctx: Ctx, input: Input<(typeof storageApi)['update']>): Promise<void> =>
  refuseTaken(() =>
    change(ctx, 'storage.changed', async (work) => {
      const { placeId, ...changes } = input
      const row = await lockPlace(work, placeId)
      if (row.holder_id !== null && changes.isOutOfUse) throw new AppError('placeHeld')
      const update = work.tx.updateTable('storage_places').where('id', '=', placeId)
      const differences = await changeRow(update, { row, columns, changes })
      if (differences === null) return unchanged(undefined)
      return {
        result: undefined,
        subject: { kind: 'storage', id: placeId },
        data: { name: changes.code, changes: differences },
        tell: storageNotices(...(row.holder_id === null ? [] : [row.holder_id])),
      }
    }),
  )

export const removePlace = (ctx: Ctx, placeId: number): Promise<void> =>
  change(ctx, 'storage.removed', async (work) => {
    const { code, holder_id: holderId } = await lockPlace(work, placeId)
    if (holderId !== null) throw new AppError('placeHeld')
    await work.tx.updateTable('storage_places').set({ removed_at: ctx.now() }).where('id', '=', placeId).execute()
    return {
      result: undefined,
      subject: { kind: 'storage', id: placeId },
      data: { name: code },
      tell: storageNotices(),
    }
  })
