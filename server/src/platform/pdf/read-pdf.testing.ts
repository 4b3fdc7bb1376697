import { inflateSync } from 'node:zlib'

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
  const lines: string[] = []
  for (const { stream } of objects.values()) {
    let font: Map<number, string> | undefined
    for (const [, name, shown = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name)
      else {
        const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, run = '']) => run.match(/.{4}/g) ?? [])
        lines.push(glyphs.map((glyph) => font?.get(hex(glyph)) ?? '').join(''))
      }
    }
  }
  return lines.join('\n')
}
