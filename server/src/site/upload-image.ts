import type { SiteImage } from '@spacekeeper/contract/site.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PictureShape } from '#platform/images/make-picture.ts'
import { changeSetting } from './change-setting.ts'
import { storeImage } from './store-image.ts'

/** Twice the size and more that each is shown at, for sharp screens. */
const shapes: Record<SiteImage, PictureShape> = {
  SITE_LOGO: { width: 480, height: 160, kind: 'clear' },
  SITE_FAVICON: { width: 192, height: 192, kind: 'icon' },
  MENU_BACKGROUND: { width: 800, height: 600, kind: 'photo' },
  STATS_CARD_IMAGE: { width: 1200, height: 800, kind: 'photo' },
}

/** Makes a picture of the site of what somebody uploaded, and sets it. Answers with its address. */
export const uploadImage = async (ctx: Ctx, input: { key: SiteImage; file: Uint8Array }): Promise<unknown> => {
  const { key, file } = input
  const { address } = await storeImage(ctx, { field: key, file, shape: shapes[key] })
  return changeSetting(ctx, { key, value: address })
}
