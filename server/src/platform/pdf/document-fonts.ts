import { readFile } from 'node:fs/promises'
import type { Bidi } from 'bidi-js'
import { ownFonts } from './load-pdfkit.ts'
import { cutFonts } from './script-fonts.ts'

/** All that a document says in each weight. */
export type DocumentTexts = { regular: string; strong: string }

export type DocumentFonts = {
  /** Whether the portal's own font has all of it, which is true of most documents. */
  isOwn: (text: string) => boolean
  /** By the name under which the document knows it; without one no font has the character. */
  find: (character: string, isStrong: boolean) => string | undefined
  /** Only where there is text that may run from right to left. */
  bidi?: Bidi
}

const weights = { regular: 400, strong: 600 } as const

let ownCharacters: Promise<ReadonlySet<number>> | undefined

const readOwnCharacters = async () => {
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(ownFonts.regular)])
  const font = create(bytes)
  return new Set('characterSet' in font ? font.characterSet : [])
}

const asFactory = (module: unknown) => module as () => Bidi // its types name an export that its file for Node is itself
const loadBidi = async () => asFactory((await import('bidi-js')).default)()

const firstPrintable = 0x20

/** The fonts of a document: the portal's own, and of other scripts what its texts need. */
export const openFonts = async (doc: PDFKit.PDFDocument, texts: DocumentTexts): Promise<DocumentFonts> => {
  const own = await (ownCharacters ??= readOwnCharacters())
  const isOwn = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return code < firstPrintable || own.has(code)
  }
  const foreign = (text: string) => new Set(Array.from(text).filter((character) => !isOwn(character)))
  const [regular, strong] = [foreign(texts.regular), foreign(texts.strong)]
  const fonts: Pick<DocumentFonts, 'isOwn'> = { isOwn: (text) => Array.from(text).every(isOwn) }
  if (regular.size + strong.size === 0)
    return { ...fonts, find: (_, isStrong) => ownFonts[isStrong ? 'strong' : 'regular'] }

  const cut = {
    regular: await cutFonts(regular, weights.regular),
    strong: await cutFonts(strong, weights.strong),
  }
  for (const { name, source } of new Set([...cut.regular.values(), ...cut.strong.values()])) {
    doc.registerFont(name, source)
  }
  const find = (character: string, isStrong: boolean) => {
    const weight = isStrong ? 'strong' : 'regular'
    return isOwn(character) ? ownFonts[weight] : cut[weight].get(character)?.name
  }
  return { ...fonts, find, bidi: await loadBidi() }
}
