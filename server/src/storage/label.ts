import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { makeLabel } from '#platform/pdf/pdf-files.ts'

/** The label of a place. It says nothing of who holds it, so it stays right. */
export const writePlaceLabel = async (ctx: Ctx, placeId: number): Promise<File> => {
  const place = await ctx.db
    .selectFrom('storage_places')
    .select(['code', 'name', 'area'])
    .where('id', '=', placeId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!place) throw new AppError('notFound')
  const { code, name, area } = place
  const { LABEL_SIZE: size, SITE_NAME: siteName } = await ctx.settings.all()
  const content = await makeLabel({
    size,
    title: code,
    lines: [name, area].filter((line) => line !== ''),
    code: `${ctx.siteUrl}/storage/${code}`,
    small: siteName,
  })
  return { name: `storage-${code.toLowerCase()}.pdf`, mediaType: 'application/pdf', content }
}
