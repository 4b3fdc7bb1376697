import { inflateSync } from 'node:zlib'

// Marks stand before their letter there.
const wordsAsDrawn =
  /[\p{M}\u200C\u200D]*[\p{sc=Arab}\p{sc=Hebr}](?:[ '’-]?[\p{M}\u200C\u200D]*[\p{sc=Arab}\p{sc=Hebr}])*/gu

const hex = (text: string) => Number.parseInt(text, 16)
const lettersOf = (code: string) => String.fromCharCode(...(code.match(/.{4}/g) ?? []).map(hex))

/** What the glyphs of a font say, by their number. */
const readMap = (map: string) => {
  const letters = new Map<number, string>()
  for (const [, from = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const codes = [...list.matchAll(/<([\w ]*)>/g)]
    for (const [at, [, code = '']] of codes.entries()) letters.set(hex(from) + at, lettersOf(code.replaceAll(' ', '')))
  }
  return letters
}

/** A line as it is read, from how it stands on the page: words from right to left are turned around, glyph by glyph. */
const inReadingOrder = (glyphs: readonly string[]) => {
  const line = glyphs.join('')
  const starts = glyphs.map((_, at) => glyphs.slice(0, at).join('').length)
  const order = [...glyphs]
  for (const { 0: words, index } of line.matchAll(wordsAsDrawn)) {
    const from = starts.indexOf(index)
    const to = starts.findIndex((start) => start >= index + words.length)
    const end = to < 0 ? glyphs.length : to
    order.splice(from, end - from, ...glyphs.slice(from, end).toReversed())
  }
  return order.join('')
}

/** The text of a document that `writePdf` wrote, a line for each that was drawn. For tests. */
export const readPdf = (file: Uint8Array): string => {
  const objects = new Map<string, { dictionary: string; stream: string }>()
  for (const [, id = '', body = ''] of Buffer.from(file)
    .toString('latin1')
    .matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', packed] = body.split('\nstream\n')
    const isPlain = packed !== undefined && dictionary.includes('FlateDecode') && !dictionary.includes('/Length1')
    const bytes = isPlain ? inflateSync(Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')) : ''
    objects.set(id, { dictionary, stream: bytes.toString('latin1') })
  }
  const fonts = new Map<string, Map<number, string>>()
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1] ?? ''
      fonts.set(name, readMap(objects.get(map)?.stream ?? ''))
    }
  }
  const lines: string[][] = []
  for (const { stream } of objects.values()) {
    let font: Map<number, string> | undefined
    // Texts at one height in one part of the document are one line, in however many fonts.
    let [height, drawnAt] = ['', '']
    const parts = stream.matchAll(/\/(F\d+) [\d.]+ Tf|1 0 0 1 \S+ (\S+) Tm|(BDC|EMC)|\[(<[^\]]*)\] TJ/g)
    for (const [, name, y, edge, shown = ''] of parts) {
      if (name !== undefined) font = fonts.get(name)
      else if (y !== undefined) height = y
      else if (edge !== undefined) drawnAt = ''
      else {
        const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, run = '']) => run.match(/.{4}/g) ?? [])
        if (drawnAt !== height) lines.push([])
        drawnAt = height
        lines.at(-1)?.push(...glyphs.map((glyph) => font?.get(hex(glyph)) ?? ''))
      }
    }
  }
  return lines.map(inReadingOrder).join('\n')
}
