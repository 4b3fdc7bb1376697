import { isolateWords, rightToLeft } from '@spacekeeper/contract/right-to-left.ts'
import type { DocumentFonts } from './document-fonts.ts'
import { isOwnFont } from './load-pdfkit.ts'

/** A letter with its marks, or a syllable: what is not taken apart. */
export type TextLetter = {
  text: string
  font: string
  /** How deep it stands in text of the other direction: odd ones run from right to left. */
  level: number
  /** Whether a line may end behind it. */
  mayBreak: boolean
}

/** Letters of one font and direction, as they are drawn. */
export type TextRun = { text: string; font: string }

const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
const joiner = /[\u200C\u200D]/u
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cc}/u
/** Scripts whose words no space parts. */
const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

/** A paragraph runs from right to left if it begins so, and nearly all of it does. */
export const directionOf = (text: string): 'ltr' | 'rtl' => {
  const letters = text.match(/\p{L}/gu) ?? []
  const turned = letters.filter((letter) => rightToLeft.test(letter)).length
  return turned * 4 > letters.length * 3 && rightToLeft.test(letters[0] ?? '') ? 'rtl' : 'ltr'
}

/** The stand-in for a letter that no font has: a picture by its word, a letter by its number, so that it can be looked up. */
const markOf = (text: string) => {
  if (picture.test(text)) return '[emoji]'
  const codes = Array.from(text, (character) =>
    (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
  )
  return codes.map((code) => `[U+${code}]`).join('')
}

type FontOfCharacter = (character: string) => string | undefined

/** The parts of a letter by their fonts: one, unless its marks are of another script. */
const partsOf = (letter: string, findFont: FontOfCharacter) => {
  if (picture.test(letter) && Array.from(letter).some((part) => !invisible.test(part) && !findFont(part))) {
    return [{ text: markOf(letter), font: findFont('[') ?? '' }]
  }
  const parts: { text: string; font: string }[] = []
  for (const character of letter) {
    const last = parts.at(-1)
    if (joiner.test(character) && last) last.text += character
    else if (!invisible.test(character)) {
      const font = findFont(character)
      const text = font === undefined ? markOf(character) : character
      if (last && last.font === font) last.text += text
      else parts.push({ text, font: font ?? findFont('[') ?? '' })
    }
  }
  return parts
}

const segments = (text: string, granularity: 'grapheme' | 'word') =>
  [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ segment, index }) => ({ segment, index }))

/** A paragraph as letters in the order in which they are read. */
export const lettersOf = (paragraph: string, fonts: DocumentFonts, isStrong: boolean): TextLetter[] => {
  const direction = directionOf(paragraph)
  const text = direction === 'ltr' ? isolateWords(paragraph) : paragraph
  const levels = fonts.bidi?.getEmbeddingLevels(text, direction).levels
  const words = new Set(segments(text, 'word').map(({ index }) => index))
  const findFont: FontOfCharacter = (character) => fonts.find(character, isStrong)
  const letters = segments(text, 'grapheme').flatMap(({ segment, index }) => {
    const end = index + segment.length
    const next = text.slice(end)
    const isBetweenWords =
      words.has(end) && !/^[\p{P}\p{M}]/u.test(next) && (spaceless.test(segment) || spaceless.test(next.slice(0, 1)))
    const mayBreak = /[-–/ ]$/.test(segment) || isBetweenWords
    return partsOf(segment, findFont).map((part) => ({ ...part, level: levels?.[index] ?? 0, mayBreak }))
  })
  // A space is of the font of the words around it, so that they are drawn in one.
  for (const [at, letter] of letters.entries()) {
    const [before, after] = [letters[at - 1], letters[at + 1]]
    if (letter.text === ' ' && before?.font === after?.font) letter.font = before?.font ?? letter.font
  }
  return letters
}

/** From left to right: what runs from right to left is turned around, the deepest first (rule L2 of Unicode's algorithm). */
const inVisualOrder = (letters: readonly TextLetter[]) => {
  const order = [...letters]
  const deepest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = deepest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start
      while ((order[end]?.level ?? 0) >= level) end += 1
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).toReversed())
      start = end
    }
  }
  return order
}

/** A line from left to right. Fonts of other scripts turn their letters around themselves; the own font has no such. */
export const runsOf = (letters: readonly TextLetter[], fonts: DocumentFonts): TextRun[] => {
  const runs: (TextRun & { level: number })[] = []
  for (const { text, font, level } of inVisualOrder(letters)) {
    const isTurned = level % 2 === 1
    const isOwn = isOwnFont(font)
    const shown = isTurned && isOwn ? (fonts.bidi?.getMirroredCharacter(text) ?? text) : text
    const last = runs.at(-1)
    if (!last || last.font !== font || last.level !== level) runs.push({ text: shown, font, level })
    else last.text = isTurned && !isOwn ? shown + last.text : last.text + shown
  }
  return runs
}
