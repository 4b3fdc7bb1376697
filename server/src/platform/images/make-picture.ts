import type { Metadata } from 'sharp'
import { z } from 'zod'
import { pictureKind } from './picture-kind.ts'

/**
 * How a picture is to be: no larger than this; `icon` is a square, `clear` keeps what one can see through, `tile` is a
 * white square whose corners a phone may cut off.
 */
export type PictureShape = { width: number; height: number; kind: 'icon' | 'clear' | 'photo' | 'tile' }
export type Picture = { content: Buffer; mediaType: 'image/png' | 'image/jpeg'; width: number; height: number }
export type PictureProblem = 'noPicture' | 'tooManyPixels' | 'damaged' | 'busy'

/** Some photographs are so large. A small file can claim to hold thousands of times more, so its header is read first. */
const most = { pixels: 40_000_000, side: 12_000, decodedBytes: 160_000_000 }
const timeoutSeconds = 15
/** With the one that is being drawn; the rest is refused instead of kept waiting in memory. */
const mostInTurn = 8

/** Loaded with the first picture, so that the portal starts without it. */
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

let inTurn = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * One picture at a time: each keeps one of the four threads busy that this process has for such work, and without a
 * free one it cannot log in to PostgreSQL.
 */
const drawInTurn = async (draw: () => Promise<Picture | PictureProblem>): Promise<Picture | PictureProblem> => {
  if (inTurn >= mostInTurn) return 'busy'
  inTurn += 1
  const drawn = last.then(draw)
  last = drawn.catch(() => undefined)
  try {
    return await drawn
  } finally {
    inTurn -= 1
  }
}

const isTooLarge = ({ width, height, channels, depth }: Metadata): boolean => {
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4
  return (
    Math.max(width, height) > most.side ||
    width * height > most.pixels ||
    width * height * channels * sampleBytes > most.decodedBytes
  )
}

const Thrown = z.object({ message: z.string() })
const problemOf = (error: unknown): PictureProblem =>
  /pixel limit/i.test(Thrown.safeParse(error).data?.message ?? '') ? 'tooManyPixels' : 'damaged'

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** The part of a tile that every phone shows, with some room: a circle of four fifths is safe. */
const tilePart = 0.6

type PictureSize = Pick<PictureShape, 'width' | 'height'>

/** The size of the picture itself, and the white around it. */
const tileOf = ({ width, height }: PictureSize) => {
  const [left, top] = [Math.round((width * (1 - tilePart)) / 2), Math.round((height * (1 - tilePart)) / 2)]
  const size = { width: width - 2 * left, height: height - 2 * top }
  return { size, edge: { left, right: left, top, bottom: top, background: '#ffffff' } }
}

const draw = async (uploaded: Uint8Array, shape: PictureShape): Promise<Picture | PictureProblem> => {
  loaded ??= loadSharp()
  const sharp = await loaded
  const { kind } = shape
  const tile = kind === 'tile' ? tileOf(shape) : null
  const { width, height } = tile?.size ?? shape
  const isSquare = kind === 'icon' || kind === 'tile'
  try {
    const picture = sharp(uploaded, { limitInputPixels: most.pixels, failOn: 'error' })
    if (isTooLarge(await picture.metadata())) return 'tooManyPixels'
    const drawn = picture
      .autoOrient()
      .timeout({ seconds: timeoutSeconds })
      .resize({
        width,
        height,
        fit: isSquare ? 'contain' : 'inside',
        background: tile ? '#ffffff' : clear,
        withoutEnlargement: !isSquare,
      })
    if (tile) drawn.flatten({ background: '#ffffff' }).extend(tile.edge).removeAlpha()
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

/**
 * Draws a picture anew from an upload, in the size it is shown at: whatever else was in the file, such as
 * where it was taken, is gone. What it is, its first bytes say. Pictures take turns.
 */
export const makePicture = async (uploaded: Uint8Array, shape: PictureShape): Promise<Picture | PictureProblem> =>
  pictureKind(uploaded) === null ? 'noPicture' : drawInTurn(() => draw(uploaded, shape))
