import type { Ctx } from '#platform/ctx.ts'
import { storeImage } from '../site/store-image.ts'
import { setPicture } from './set-picture.ts'

/** Three times the size it is shown at in the list. */
const shape = { width: 480, height: 480, kind: 'photo' } as const

/** Makes the picture of a product of what somebody uploaded. Answers with its address. */
export const uploadPicture = async (
  ctx: Ctx,
  { productId, file }: { productId: number; file: Uint8Array },
): Promise<{ picture: string }> => {
  const { hash, address } = await storeImage(ctx, { field: 'picture', file, shape })
  await setPicture(ctx, { productId, hash })
  return { picture: address }
}
