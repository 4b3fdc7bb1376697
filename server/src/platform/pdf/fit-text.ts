/** How wide a text is in a font of one point. */
export type MeasureText = (text: string, isStrong: boolean) => number

export type TextBox = {
  text: string
  width: number
  most: number
  least: number
  maxLines: number
  /** All lines together, each as high as its size says. */
  maxHeight?: number
  isStrong: boolean
}

export type FittedText = { lines: readonly string[]; size: number; isCut: boolean }

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** With their marks, which stay with them. */
const lettersIn = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment)

/** Lines no wider than `width`, which end at spaces and hyphens. A word that is wider by itself is broken. */
const wrap = (text: string, { width, widthOf }: { width: number; widthOf: (text: string) => number }) => {
  const lines: string[] = []
  let line = ''
  let brokeWord = false
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = ''
  }
  for (const part of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[-–/ ])/)) {
    if (widthOf((line + part).trimEnd()) <= width) {
      line += part
      continue
    }
    endLine()
    for (const letter of lettersIn(part)) {
      if (line !== '' && widthOf((line + letter).trimEnd()) > width) {
        endLine()
        brokeWord = true
      }
      line += letter
    }
  }
  endLine()
  return { lines, brokeWord }
}

const shorten = (line: string, { width, widthOf }: { width: number; widthOf: (text: string) => number }) => {
  const kept = lettersIn(line.trimEnd())
  while (kept.length > 1 && widthOf(`${kept.join('')}…`) > width) kept.pop()
  return `${kept.join('').trimEnd()}…`
}

/**
 * The largest size in which a text stands in its box with whole words. In the least one words are broken, and what is
 * still too much ends with an ellipsis.
 */
export const fitText = (box: TextBox, measure: MeasureText): FittedText => {
  const { text, width, most, least, maxLines, maxHeight = Number.POSITIVE_INFINITY, isStrong } = box
  const fitsIn = (size: number) => ({ width, widthOf: (part: string) => measure(part, isStrong) * size })
  for (let size = most; size > least; size -= 0.5) {
    const { lines, brokeWord } = wrap(text, fitsIn(size))
    if (lines.length <= maxLines && lines.length * size <= maxHeight && !brokeWord) return { lines, size, isCut: false }
  }
  const { lines } = wrap(text, fitsIn(least))
  if (lines.length <= maxLines) return { lines, size: least, isCut: false }
  const kept = lines.slice(0, maxLines)
  const last = shorten(kept.at(-1) ?? '', fitsIn(least))
  return { lines: [...kept.slice(0, -1), last], size: least, isCut: true }
}
