import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { makePicture, type PictureShape } from '#platform/images/make-picture.ts'
import { plainSquare } from '#platform/images/plain-square.ts'
import type { PassPictures } from '#platform/wallet/pass-file.ts'

/** Each in one, two and three times the size, as Apple names them. */
const densities = [
  ['', 1],
  ['@2x', 2],
  ['@3x', 3],
] as const

const icon = (density: number): PictureShape => ({ width: 29 * density, height: 29 * density, kind: 'icon' })

const logo = (density: number): PictureShape => ({ width: 160 * density, height: 50 * density, kind: 'clear' })

const uploaded = /^\/api\/images\/([0-9a-f]{32})\.(?:png|jpg)$/

const hashOf = (address: string): string | null => uploaded.exec(address)?.[1] ?? null

const findUpload = async (ctx: Ctx, hash: string | null): Promise<Buffer | null> => {
  if (hash === null) return null
  const row = await ctx.db
    .selectFrom('site_images')
    .select('content')
    .where('hash', '=', sql<string>`${hash}::text`)
    .executeTakeFirst()
  return row?.content ?? null
}

type DrawnPicture = { name: string; content: Buffer }

const draw = async (
  source: Buffer,
  { name, shapeAt }: { name: string; shapeAt: (density: number) => PictureShape },
): Promise<DrawnPicture[]> => {
  const drawn: DrawnPicture[] = []
  for (const [ending, density] of densities) {
    const picture = await makePicture(source, shapeAt(density))
    if (picture === 'busy') throw new Error('Pictures are being drawn; the pass has to wait.')
    if (typeof picture !== 'string') drawn.push({ name: `${name}${ending}.png`, content: picture.content })
  }
  return drawn
}

let last: { name: string; pictures: Promise<PassPictures> } | undefined

/** Icon and logo of the site for passes; without an icon a square in its colour. Drawn once until the site has others. */
export const findPassPictures = async (ctx: Ctx): Promise<PassPictures> => {
  const { SITE_LOGO, SITE_FAVICON, THEME_TOOLBAR } = await ctx.settings.all()
  const name = [SITE_LOGO, SITE_FAVICON, THEME_TOOLBAR].join(' ')
  if (last?.name === name) return last.pictures
  const pictures = (async () => {
    const own = await findUpload(ctx, hashOf(SITE_LOGO))
    const square = (await findUpload(ctx, hashOf(SITE_FAVICON))) ?? own ?? (await plainSquare(THEME_TOOLBAR, 87))
    const all = [
      ...(await draw(square, { name: 'icon', shapeAt: icon })),
      ...(own ? await draw(own, { name: 'logo', shapeAt: logo }) : []),
    ]
    return Object.fromEntries(all.map(({ name: file, content }) => [file, content]))
  })()
  last = { name, pictures }
  pictures.catch(() => {
    last = undefined
  })
  return pictures
}
