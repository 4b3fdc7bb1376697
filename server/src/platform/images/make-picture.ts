import { z } from 'zod'
import { pictureKind } from './picture-kind.ts'

/** How a picture is to be: no larger than this; `icon` is a square, `clear` keeps what one can see through. */
export type PictureShape = { width: number; height: number; kind: 'icon' | 'clear' | 'photo' }
export type Picture = { content: Buffer; mediaType: 'image/png' | 'image/jpeg'; width: number; height: number }
export type PictureProblem = 'noPicture' | 'tooManyPixels' | 'damaged'

/** Some photographs have so many, and decoded they take 160 MB. A small file can claim to hold thousands of times more. */
const mostPixels = 40_000_000
const timeoutSeconds = 15

/** Loaded with the first picture, so that the portal starts without it. One picture at a time is enough. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Of all that the library can read, only what is taken.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: ReturnType<typeof loadSharp> | undefined

const Thrown = z.object({ message: z.string() })
const problemOf = (error: unknown): PictureProblem =>
  /pixel limit/i.test(Thrown.safeParse(error).data?.message ?? '') ? 'tooManyPixels' : 'damaged'

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Draws a picture anew from an upload, in the size it is shown at: whatever else was in the file, such as
 * where it was taken, is gone. What it is, its first bytes say.
 */
export const makePicture = async (uploaded: Uint8Array, shape: PictureShape): Promise<Picture | PictureProblem> => {
  if (pictureKind(uploaded) === null) return 'noPicture'
  loaded ??= loadSharp()
  const sharp = await loaded
  const { width, height, kind } = shape
  try {
    const drawn = sharp(uploaded, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: timeoutSeconds })
      .resize({
        width,
        height,
        fit: kind === 'icon' ? 'contain' : 'inside',
        background: clear,
        withoutEnlargement: kind !== 'icon',
      })
    const encoded =
      kind === 'photo'
        ? drawn.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true })
        : drawn.png({ compressionLevel: 9 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return {
      content: data,
      mediaType: kind === 'photo' ? 'image/jpeg' : 'image/png',
      width: info.width,
      height: info.height,
    }
  } catch (error) {
    return problemOf(error)
  }
}
