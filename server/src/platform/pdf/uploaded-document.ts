import { AppError, badField } from '../http/app-error.ts'
import { makePicture, type PictureProblem } from '../images/make-picture.ts'

const problems: Record<Exclude<PictureProblem, 'busy'>, string> = {
  noPicture: 'This isn’t a PDF or a picture (PNG, JPEG, WebP).',
  tooManyPixels: 'This picture has too many pixels. At most 40 million are taken.',
  damaged: 'This picture is damaged and can’t be read.',
}

const damagedPdf = 'This PDF is damaged. Open it, save it again as a PDF, and upload that.'

/** The end of a PDF, and the dictionary of its table, are found within so much. */
const endBytes = 2048
const dictionaryBytes = 4096

const textOf = (file: Buffer, from: number, bytes: number): string => file.toString('latin1', from, from + bytes)

const root = /\/Root\s+\d+\s+\d+\s+R\b/

/**
 * Whether readers find the parts of a PDF: its end says where the table of them is, which names the first. What the parts
 * hold is not looked at: they may be packed and encrypted, so scripts in them can neither be found for sure nor taken out.
 */
const isWholePdf = (file: Buffer): boolean => {
  const end = textOf(file, Math.max(0, file.length - endBytes), endBytes)
  const at = Number([...end.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)?.[1] ?? Number.NaN)
  if (!(at > 0 && at < file.length)) return false
  const start = textOf(file, at, dictionaryBytes)
  if (/^\s*\d+\s+\d+\s+obj\b/.test(start)) return /\/Type\s*\/XRef\b/.test(start) && root.test(start)
  const trailer = /^\s*xref\s/.test(start) ? file.indexOf('trailer', at, 'latin1') : -1
  return trailer > 0 && root.test(textOf(file, trailer, dictionaryBytes))
}

type KeptDocument = { content: Buffer; mediaType: string }

/** The part of an upload that is kept: a PDF as it is, a picture drawn anew, without what else was in its file. */
export const takeDocument = async (upload: Uint8Array): Promise<KeptDocument> => {
  const file = Buffer.from(upload)
  if (/^%PDF-[12]\.\d/.test(textOf(file, 0, 8))) {
    if (!isWholePdf(file)) throw badField('file', damagedPdf)
    return { content: file, mediaType: 'application/pdf' }
  }
  const picture = await makePicture(file, { width: 2400, height: 2400, kind: 'photo' })
  if (picture === 'busy') throw new AppError('tooManyRequests', { retryAfterSeconds: 60 })
  if (typeof picture === 'string') throw badField('file', problems[picture])
  return picture
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
}

/** How the name of a kept document ends, so that it opens where it is kept. */
export const endingOf = (mediaType: string): string => endings[mediaType] ?? ''
