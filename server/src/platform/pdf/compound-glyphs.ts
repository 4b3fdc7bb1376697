import type { Font, Subset } from 'fontkit'

/** Glyphs of a font that are drawn as one, each moved from where the whole begins, in units of the font. */
export type CompoundGlyph = { letters: string; advance: number; parts: { id: number; x: number; y: number }[] }

type GlyphBox = { minX: number; minY: number; maxX: number; maxY: number }

/** The glyphs that fontkit collects of a part of a font while it writes it. Its types leave it out. */
type SubsetWriter = Subset & {
  glyphs: number[]
  includeGlyph: (id: number) => number
  encode: () => Uint8Array
  _addGlyph: (id: number) => number
  glyf: Uint8Array[]
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  offset: number
}

const writerOf = (font: Font) => font.createSubset() as SubsetWriter // the fields are there, beside those of its types
const maxpOf = (font: Font) =>
  (font as Font & { maxp: { maxComponentElements: number; maxComponentDepth: number } }).maxp // a table that every such font has

const flags = { areWords: 0x0001, areMoves: 0x0002, isMore: 0x0020 }

const boxOf = (font: Font, { parts }: CompoundGlyph): GlyphBox => {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const { id, x, y } of parts) {
    const { bbox } = font.getGlyph(id)
    if (bbox.maxX <= bbox.minX) continue
    box.minX = Math.min(box.minX, bbox.minX + x)
    box.minY = Math.min(box.minY, bbox.minY + y)
    box.maxX = Math.max(box.maxX, bbox.maxX + x)
    box.maxY = Math.max(box.maxY, bbox.maxY + y)
  }
  return Number.isFinite(box.minX) ? box : { minX: 0, minY: 0, maxX: 0, maxY: 0 }
}

/** A compound glyph as the table `glyf` has it: https://learn.microsoft.com/typography/opentype/spec/glyf */
const bytesOfGlyph = (box: GlyphBox, parts: CompoundGlyph['parts']): Uint8Array => {
  const size = 10 + parts.length * 8
  const view = new DataView(new ArrayBuffer(Math.ceil(size / 4) * 4))
  for (const [at, value] of [-1, box.minX, box.minY, box.maxX, box.maxY].entries()) view.setInt16(at * 2, value)
  for (const [at, { id, x, y }] of parts.entries()) {
    const start = 10 + at * 8
    view.setUint16(start, flags.areWords | flags.areMoves | (at < parts.length - 1 ? flags.isMore : 0))
    view.setUint16(start + 2, id)
    view.setInt16(start + 4, x)
    view.setInt16(start + 6, y)
  }
  return new Uint8Array(view.buffer)
}

/** The part of a font that a document needs: `glyphs`, put together from those of the font. What pdfkit asks of a subset. */
export const compoundSubset = (font: Font, glyphs: readonly CompoundGlyph[]) => {
  const writer = writerOf(font)
  const places = new Map<number, number>()
  const compounds = new Map<number, CompoundGlyph>()
  const { _addGlyph: addPlain } = writer
  // Beyond the glyphs of the font, in the order in which they are used.
  const firstId = font.numGlyphs
  const addGlyph = (id: number) => {
    const glyph = compounds.get(id)
    if (!glyph) return addPlain.call(writer, id)
    const box = boxOf(font, glyph)
    const bytes = bytesOfGlyph(
      box,
      glyph.parts.map((part) => ({ ...part, id: writer.includeGlyph(part.id) })),
    )
    writer.glyf.push(bytes)
    writer.loca.offsets.push(writer.offset)
    writer.hmtx.metrics.push({ advance: glyph.advance, bearing: box.minX })
    writer.offset += bytes.length
    return writer.glyf.length - 1
  }
  Object.assign(writer, { _addGlyph: addGlyph })
  return {
    includeGlyph: (at: number): number => {
      const glyph = glyphs[at]
      const known = places.get(at)
      if (known !== undefined || !glyph) return known ?? 0
      compounds.set(firstId + at, glyph)
      const place = writer.includeGlyph(firstId + at)
      places.set(at, place)
      return place
    },
    encode: () => {
      const maxp = maxpOf(font)
      maxp.maxComponentElements = Math.max(maxp.maxComponentElements, ...glyphs.map(({ parts }) => parts.length))
      maxp.maxComponentDepth += 1
      return writer.encode()
    },
  }
}
