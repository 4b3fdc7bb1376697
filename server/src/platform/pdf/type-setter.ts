import { type DocumentFonts, openFonts, type DocumentTexts } from './document-fonts.ts'
import { ownFonts } from './load-pdfkit.ts'
import { directionOf, lettersOf, runsOf, type TextLetter } from './text-letters.ts'
import { breakLines, measureIn, shapingOf, shortenLine, type TextMeasure } from './text-lines.ts'

export type TextLook = { size: number; isStrong?: boolean; colour?: string }

/**
 * How text stands in a box, whose lines are as far apart as those of the portal's own font. Without `align` each paragraph
 * begins at the side from which it is read.
 */
export type TextBlockLook = TextLook & { width: number; lineGap: number; align?: 'left' | 'right' }

/** Texts with letters of other scripts, or from right to left, are set letter by letter; all others by pdfkit. */
type ForeignSetter = {
  widthOf: (text: string, look: TextLook) => number
  countLines: (text: string, look: TextBlockLook) => number
  write: (text: string, at: { x: number; y: number; lineHeight: number }, look: TextBlockLook) => void
  writeLine: (text: string, at: { x: number; baseline: number }, look: TextLook & { width?: number }) => void
}

export type TypeSetter = {
  widthOf: (text: string, look: TextLook) => number
  heightOf: (text: string, look: TextBlockLook) => number
  /** From the upper left; goes on over pages. */
  write: (text: string, at: { x: number; y: number }, look: TextBlockLook) => void
  /** One line, whose letters stand at `baseline`. What is wider than `width` ends with an ellipsis. */
  writeLine: (text: string, at: { x: number; baseline: number }, look: TextLook & { width?: number }) => void
}

/** How far below the top of a line the letters of the portal's own font stand, in parts of the size. */
const rise = 0.96875

const fontOf = ({ isStrong = false }: TextLook) => (isStrong ? ownFonts.strong : ownFonts.regular)

const useLook = (doc: PDFKit.PDFDocument, look: TextLook) =>
  doc
    .font(fontOf(look))
    .fontSize(look.size)
    .fillColor(look.colour ?? '#000000')

const setForeign = (doc: PDFKit.PDFDocument, fonts: DocumentFonts, measure: TextMeasure): ForeignSetter => {
  const known = new Map<string, TextLetter[]>()
  const readLetters = (text: string, { isStrong = false }: TextLook) => {
    const key = `${isStrong} ${text}`
    const letters = known.get(key) ?? lettersOf(text, fonts, isStrong)
    known.set(key, letters)
    return letters
  }
  const fitsIn = (width: number, size: number) => (letters: readonly TextLetter[]) =>
    measure.widthOf(letters) * size <= width
  const linesIn = (text: string, look: TextBlockLook) =>
    text.split('\n').flatMap((paragraph) => {
      const isRight = look.align === undefined ? directionOf(paragraph) === 'rtl' : look.align === 'right'
      return breakLines(readLetters(paragraph, look), fitsIn(look.width, look.size)).map((letters) => ({
        letters,
        indent: isRight ? look.width - measure.widthOf(letters) * look.size : 0,
      }))
    })
  const draw = (letters: readonly TextLetter[], at: { x: number; baseline: number }, { size }: TextLook) => {
    let { x } = at
    for (const { font, text } of runsOf(letters, fonts)) {
      doc.font(font).fontSize(size)
      doc.text(text, x, at.baseline, { lineBreak: false, baseline: 'alphabetic', ...shapingOf(font) })
      x += measure.widthIn(font, text) * size
    }
  }
  return {
    widthOf: (text, look) => measure.widthOf(readLetters(text, look)) * look.size,
    countLines: (text, look) => linesIn(text, look).length,
    write: (text, { x, y, lineHeight }, look) => {
      useLook(doc, look)
      doc.y = y
      for (const { letters, indent } of linesIn(text, look)) {
        if (doc.y + lineHeight > doc.page.maxY()) {
          doc.continueOnNewPage()
          useLook(doc, look)
        }
        const top = doc.y
        draw(letters, { x: x + indent, baseline: top + rise * look.size }, look)
        doc.y = top + lineHeight
      }
      doc.x = x
    },
    writeLine: (text, at, look) => {
      useLook(doc, look)
      const fits = fitsIn(look.width ?? Number.POSITIVE_INFINITY, look.size)
      draw(shortenLine(readLetters(text, look), { ellipsis: readLetters('…', look), fits }), at, look)
    },
  }
}

/** Sets the text of a document, which is given before, in the fonts of its scripts and in their order. */
export const openTypeSetter = async (doc: PDFKit.PDFDocument, texts: DocumentTexts): Promise<TypeSetter> => {
  const fonts = await openFonts(doc, texts)
  const measure = measureIn(doc, fonts)
  const foreign = setForeign(doc, fonts, measure)
  const lineHeightOf = (look: TextBlockLook) =>
    doc.font(fontOf(look)).fontSize(look.size).currentLineHeight(true) + look.lineGap
  const boxOf = ({ width, lineGap, align = 'left' }: TextBlockLook) => ({ width, lineGap, align })
  return {
    widthOf: (text, look) =>
      fonts.isOwn(text) ? measure.widthIn(fontOf(look), text) * look.size : foreign.widthOf(text, look),
    heightOf: (text, look) =>
      fonts.isOwn(text)
        ? doc.font(fontOf(look)).fontSize(look.size).heightOfString(text, boxOf(look))
        : foreign.countLines(text, look) * lineHeightOf(look),
    write: (text, at, look) => {
      if (fonts.isOwn(text)) useLook(doc, look).text(text, at.x, at.y, boxOf(look))
      else foreign.write(text, { ...at, lineHeight: lineHeightOf(look) }, look)
    },
    writeLine: (text, at, look) => {
      if (!fonts.isOwn(text)) return foreign.writeLine(text, at, look)
      const { width, size } = look
      const fit = width === undefined ? {} : { width, ellipsis: true, height: size * 1.25 }
      useLook(doc, look).text(text, at.x, at.baseline, { lineBreak: false, baseline: 'alphabetic', ...fit })
    },
  }
}
