import { create, type Font as FontFile } from 'fontkit'
import { Blob, Buffer as ShapeBuffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs'
import { compoundSubset, type CompoundGlyph } from './compound-glyphs.ts'

/** A font whose text is shaped by HarfBuzz: letters that join, marks in their places, syllables put together. */
export type ShapedFont = {
  name: string
  has: (character: string) => boolean
  /** The font as pdfkit takes it. */
  source: PDFKit.Mixins.PDFFontSource
}

const openFile = (bytes: Uint8Array) => create(bytes as Buffer) as FontFile // one font is in it, and it is read as bytes alone
const asSource = (font: unknown) => font as PDFKit.Mixins.PDFFontSource // its types leave out that fonts may be open already

const valuesOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]))

/** The glyphs for each letter with its marks, or for letters that are written as one, from left to right. */
const shapeText = (font: Font, text: string): CompoundGlyph[] => {
  const buffer = new ShapeBuffer()
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const glyphs = new Map<number, CompoundGlyph>()
  for (const [at, { codepoint: id, cluster }] of infos.entries()) {
    const place = starts.indexOf(cluster)
    const letters = text.slice(place === 0 ? 0 : cluster, starts[place + 1])
    const glyph = glyphs.get(cluster) ?? { letters, advance: 0, parts: [] }
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
    glyph.parts.push({ id, x: glyph.advance + xOffset, y: yOffset })
    glyph.advance += xAdvance
    glyphs.set(cluster, glyph)
  }
  return [...glyphs.values()]
}

/**
 * A font that was cut out for a document, under a name that only it has there. Each syllable is one glyph of it, so that
 * the file says for each which letters it stands for, and they can be copied as they were written.
 */
export const shapedFont = (bytes: Uint8Array, name: string): ShapedFont => {
  const file = openFile(bytes)
  const shaper = new Font(new Face(new Blob(bytes)))
  const places = new Map<string, number>()
  const used: CompoundGlyph[] = []
  const useGlyph = (glyph: CompoundGlyph) => {
    const key = JSON.stringify(glyph)
    const id = places.get(key) ?? used.push(glyph) - 1
    places.set(key, id)
    const codePoints = Array.from(glyph.letters, (letter) => letter.codePointAt(0) ?? 0)
    return { id, advanceWidth: glyph.advance, codePoints }
  }
  const layout = (text: string) => {
    const shaped = shapeText(shaper, text)
    const positions = shaped.map(({ advance }) => ({ xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0 }))
    return {
      glyphs: shaped.map(useGlyph),
      positions,
      // pdfkit scales the positions in place and asks afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  const createSubset = () => compoundSubset(file, used)
  return {
    name,
    has: (character) => file.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    source: asSource(Object.create(file, valuesOf({ postscriptName: name, createSubset, layout }))),
  }
}
