import type { DocumentFonts } from './document-fonts.ts'
import { isOwnFont } from './load-pdfkit.ts'
import { runsOf, type TextLetter } from './text-letters.ts'

const measuredAt = 100

/**
 * How pdfkit shapes a run: an empty list of features lets it shape the whole, with its spaces, where without a list each
 * word is by itself.
 */
export const shapingOf = (font: string) => (isOwnFont(font) ? {} : { features: [] })

export type TextMeasure = {
  /** How wide a text is in a font of one point. */
  widthIn: (font: string, text: string) => number
  widthOf: (letters: readonly TextLetter[]) => number
}

/** Without the spaces at its end. */
export const trimEnd = (letters: readonly TextLetter[]): TextLetter[] =>
  letters.slice(0, letters.findLastIndex(({ text }) => text !== ' ') + 1)

/** The width of each text is asked for in many sizes, and worked out once. */
export const measureIn = (doc: PDFKit.PDFDocument, fonts: DocumentFonts): TextMeasure => {
  const known = new Map<string, number>()
  const widthIn = (font: string, text: string) => {
    const key = `${font} ${text}`
    const width =
      known.get(key) ?? doc.font(font).fontSize(measuredAt).widthOfString(text, shapingOf(font)) / measuredAt
    known.set(key, width)
    return width
  }
  const widthOf = (letters: readonly TextLetter[]) =>
    runsOf(trimEnd(letters), fonts).reduce((sum, { font, text }) => sum + widthIn(font, text), 0)
  return { widthIn, widthOf }
}

/** Words, and pieces of text without spaces, between which a line may end. */
const wordsOf = (letters: readonly TextLetter[]) => {
  const words: TextLetter[][] = [[]]
  for (const letter of letters) {
    words.at(-1)?.push(letter)
    if (letter.mayBreak) words.push([])
  }
  return words
}

/** A paragraph as lines that fit. A word that is wider than a line is broken. */
export const breakLines = (
  paragraph: readonly TextLetter[],
  fits: (letters: readonly TextLetter[]) => boolean,
): TextLetter[][] => {
  const lines: TextLetter[][] = [[]]
  const add = (letters: readonly TextLetter[]): void => {
    const line = lines.at(-1) ?? []
    const isAlone = line.length === 0
    if (isAlone ? letters.length <= 1 || fits(letters) : fits([...line, ...letters])) line.push(...letters)
    else if (isAlone) for (const letter of letters) add([letter])
    else {
      lines.push([])
      add(letters)
    }
  }
  for (const word of wordsOf(paragraph)) add(word)
  return lines.map(trimEnd)
}

/** As many letters of a line as fit, with an ellipsis where some do not. */
export const shortenLine = (
  line: readonly TextLetter[],
  { ellipsis, fits }: { ellipsis: readonly TextLetter[]; fits: (letters: readonly TextLetter[]) => boolean },
): readonly TextLetter[] => {
  let shown = line
  for (let count = line.length - 1; count > 0 && !fits(shown); count -= 1) {
    shown = [...trimEnd(line.slice(0, count)), ...ellipsis]
  }
  return shown
}
