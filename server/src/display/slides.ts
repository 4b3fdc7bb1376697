import { displayApi } from '@spacekeeper/contract/display/routes.ts'
import type { DisplaySlide } from '@spacekeeper/contract/display/shapes.ts'
import { mostSlides } from '@spacekeeper/contract/display/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { refusePast } from '#platform/http/past-days.ts'
import type { Picture } from '#platform/images/make-picture.ts'
import { screens } from '#platform/live/screens.ts'
import { localDay } from '#platform/local-day.ts'
import { addressOfImage, storeImage } from '../settings/images.ts'
import { isShownOn } from './rules.ts'

const notices = [screens.notice({ topic: 'display', audience: { staff: ['devices', 'settings'] } })]

/** The slides in their order. */
export const listSlides = async (ctx: Ctx): Promise<DisplaySlide[]> => {
  const rows = await ctx.db
    .selectFrom('display_slides as s')
    .leftJoin('site_images as i', 'i.hash', 's.picture_hash')
    .select(['s.id', 's.title', 's.text', 's.picture_hash', 's.seconds', 's.shows_from', 's.shows_until', 's.is_on'])
    .select('i.media_type')
    .orderBy('s.position')
    .orderBy('s.id')
    .limit(mostSlides)
    .execute()
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  return rows.map((row) => {
    const days = { isOn: row.is_on, showsFrom: row.shows_from, showsUntil: row.shows_until }
    const mediaType: Picture['mediaType'] = row.media_type === 'image/png' ? 'image/png' : 'image/jpeg'
    return {
      id: row.id,
      title: row.title,
      text: row.text,
      picture: row.picture_hash === null ? null : addressOfImage(row.picture_hash, mediaType),
      pictureHash: row.picture_hash,
      seconds: row.seconds,
      ...days,
      isShown: isShownOn(days, today),
    }
  })
}

export type SlideInput = {
  title: string
  text: string
  pictureHash: string | null
  seconds: number
  showsFrom: string | null
  showsUntil: string | null
  isOn: boolean
}

/** What is stored of it; refused where there is nothing to show. */
const rowOf = async ({ tx }: Work, input: SlideInput) => {
  const row = {
    title: input.title.trim(),
    text: input.text.trim(),
    picture_hash: input.pictureHash,
    seconds: input.seconds,
    shows_from: input.showsFrom,
    shows_until: input.showsUntil,
    is_on: input.isOn,
  }
  if (row.title === '' && row.text === '' && row.picture_hash === null)
    throw badField('title', 'Enter a title or a text, or upload a picture.')
  if (row.shows_from !== null && row.shows_until !== null && row.shows_until < row.shows_from)
    throw badField('showsUntil', 'The last day is before the first.')
  if (row.picture_hash === null) return row
  const picture = await tx
    .selectFrom('site_images')
    .select('hash')
    .where('hash', '=', row.picture_hash)
    .executeTakeFirst()
  if (!picture) throw badField('pictureHash', 'This picture is no longer there. Upload it again.')
  return row
}

/** How the audit names it. */
const nameOf = ({ title, text }: { title: string; text: string }): string =>
  title || text.slice(0, 60) || 'with a picture'

export const addSlide = (ctx: Ctx, input: SlideInput): Promise<{ slideId: number }> =>
  change(ctx, 'slide.added', async (work) => {
    const { tx } = work
    const row = await rowOf(work, input)
    // One at a time, or two would both take the last place.
    await sql`select pg_advisory_xact_lock(hashtext('display_slides'))`.execute(tx)
    const { count, last } = await tx
      .selectFrom('display_slides')
      .select((is) => [is.fn.countAll<number>().as('count'), is.fn.max('position').as('last')])
      .executeTakeFirstOrThrow()
    if (count >= mostSlides) throw new AppError('tooManySlides')
    const { id } = await tx
      .insertInto('display_slides')
      .values({ ...row, position: (last ?? -1) + 1, added_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: { slideId: id }, subject: { kind: 'slide', id }, data: { name: nameOf(row) }, tell: notices }
  })

export const updateSlide = (ctx: Ctx, { slideId, ...input }: SlideInput & { slideId: number }): Promise<void> =>
  change(ctx, 'slide.changed', async (work) => {
    const before = await work.tx
      .selectFrom('display_slides')
      .select(['shows_from as showsFrom', 'shows_until as showsUntil'])
      .where('id', '=', slideId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('notFound')
    await refusePast(ctx, displayApi.updateSlide, { input, before })
    const row = await rowOf(work, input)
    await work.tx.updateTable('display_slides').set(row).where('id', '=', slideId).execute()
    return { result: undefined, subject: { kind: 'slide', id: slideId }, data: { name: nameOf(row) }, tell: notices }
  })

export const removeSlide = (ctx: Ctx, slideId: number): Promise<void> =>
  change(ctx, 'slide.removed', async ({ tx }) => {
    const row = await tx
      .deleteFrom('display_slides')
      .where('id', '=', slideId)
      .returning(['title', 'text'])
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    return { result: undefined, subject: { kind: 'slide', id: slideId }, data: { name: nameOf(row) }, tell: notices }
  })

/** Puts slides in order. One that was added meanwhile, and is not named, stays after them. */
export const orderSlides = (ctx: Ctx, slideIds: readonly number[]): Promise<void> =>
  change(ctx, 'slide.ordered', async ({ tx }) => {
    await sql`select pg_advisory_xact_lock(hashtext('display_slides'))`.execute(tx)
    const rows = await tx.selectFrom('display_slides').select('id').orderBy('position').orderBy('id').execute()
    const known = rows.map(({ id }) => id)
    const wanted = [...new Set(slideIds)].filter((id) => known.includes(id))
    const order = [...wanted, ...known.filter((id) => !wanted.includes(id))]
    if (order.every((id, at) => known[at] === id)) return unchanged(undefined)
    await sql`update display_slides s set position = w.place - 1
      from unnest(${order}::int[]) with ordinality as w(id, place) where s.id = w.id`.execute(tx)
    return { result: undefined, data: { count: order.length }, tell: notices }
  })

/** As large as most walls show it. */
const shape = { width: 1920, height: 1080, kind: 'photo' } as const

export const uploadSlidePicture = (ctx: Ctx, file: Uint8Array): Promise<{ hash: string; address: string }> =>
  storeImage(ctx, { field: 'picture', file, shape })
