import { textLocale } from '@spacekeeper/contract/formatters.ts'
import type { DocumentTexts } from './document-fonts.ts'
import { drawTable } from './draw-table.ts'
import { bytesOf, loadPdfkit, ownFonts } from './load-pdfkit.ts'
import { ink, lineGap, pageEdge, quietInk, type PdfPage } from './pdf-page.ts'
import type { PdfDocument, PdfPart } from './pdf.ts'
import { openTypeSetter } from './type-setter.ts'

const drawText = (page: PdfPage, { tag, text, gap, ...look }: TextBlock) => {
  const { doc, setter, width } = page
  page.tree.add(
    doc.struct(tag, {}, () => setter.write(text, { x: pageEdge, y: doc.y }, { colour: ink, ...look, width, lineGap })),
  )
  doc.y += gap
}

type TextBlock = {
  tag: 'H1' | 'H2' | 'P'
  text: string
  size: number
  isStrong?: boolean
  colour?: string
  align?: 'left'
  gap: number
}

const drawFacts = (page: PdfPage, facts: readonly { label: string; value: string }[]) =>
  drawTable(page, {
    columns: [
      { header: '', share: 2 },
      { header: '', share: 5 },
    ],
    rows: facts.map(({ label, value }) => [label, value]),
    isPlain: true,
  })

const drawPart = (page: PdfPage, part: PdfPart): void => {
  switch (part.kind) {
    case 'heading':
      page.doc.y += 10
      return drawText(page, { tag: 'H2', text: part.text, size: 13, isStrong: true, gap: 6 })
    case 'paragraph': {
      const look = part.isQuiet ? { size: 9, colour: quietInk } : { size: 10.5 }
      return drawText(page, { tag: 'P', text: part.text, ...look, gap: 8 })
    }
    case 'lines':
      return drawText(page, { tag: 'P', text: part.lines.join('\n'), size: 10.5, align: 'left', gap: 12 })
    case 'facts':
      return drawFacts(page, part.facts)
    case 'table':
      return drawTable(page, part)
  }
}

/** On every page once all of them are there; readers of a screen are spared it. */
const drawFooters = ({ doc, setter, width }: PdfPage, footer: string) => {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at)
    // Text below the margin would begin a page of its own.
    doc.page.margins.bottom = 0
    const baseline = doc.page.height - pageEdge + 23.75
    const look = { size: 8, colour: quietInk }
    const place = `${at + 1} / ${count}`
    doc.markContent('Artifact', { type: 'Pagination' })
    setter.writeLine(footer, { x: pageEdge, baseline }, { ...look, width: width - 60 })
    doc.endMarkedContent()
    doc.markContent('Artifact', { type: 'Pagination' })
    setter.writeLine(place, { x: pageEdge + width - setter.widthOf(place, look), baseline }, look)
    doc.endMarkedContent()
  }
}

/** The texts of each weight, so that fonts are opened for nothing else. */
const textsOf = ({ title, parts, footer = '' }: PdfDocument): DocumentTexts => {
  const texts = { regular: footer, strong: title }
  for (const part of parts) {
    if (part.kind === 'heading') texts.strong += part.text
    else if (part.kind === 'paragraph') texts.regular += part.text
    else if (part.kind === 'lines') texts.regular += part.lines.join('')
    else if (part.kind === 'facts') texts.regular += part.facts.map(({ label, value }) => label + value).join('')
    else {
      texts.regular += part.rows.flat().join('')
      texts.strong += [...part.columns.map(({ header }) => header), ...(part.totals ?? []).flat()].join('')
    }
  }
  return texts
}

/**
 * Writes a document as PDF, tagged so that it can be read aloud, with its own font, for the archive (PDF/A). Takes some milliseconds: never
 * within a transaction.
 */
export const writePdf = async (document: PdfDocument): Promise<Uint8Array> => {
  const PDFDocument = await loadPdfkit()
  const { title, author, language, at, parts, footer = '' } = document
  const doc = new PDFDocument({
    size: 'A4',
    margin: pageEdge,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: textLocale(language),
    font: ownFonts.regular,
    info: { Title: title, Author: author, Creator: author, Producer: 'Spacekeeper', CreationDate: at },
  })
  const setter = await openTypeSetter(doc, textsOf(document))
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  const page: PdfPage = { doc, setter, tree, width: doc.page.width - 2 * pageEdge }
  drawText(page, { tag: 'H1', text: title, size: 20, isStrong: true, gap: 12 })
  for (const part of parts) drawPart(page, part)
  tree.end()
  drawFooters(page, footer)
  doc.end()
  return bytesOf(doc)
}
