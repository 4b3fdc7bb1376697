import { drawTable } from './draw-table.ts'
import { bytesOf, loadPdfkit, pdfFonts } from './load-pdfkit.ts'
import { ink, lineGap, pageEdge, quietInk, type PdfPage } from './pdf-page.ts'
import type { PdfDocument, PdfPart } from './pdf.ts'

const drawText = (page: PdfPage, { tag, text, size, font = 'regular', colour = ink, gap }: TextBlock) => {
  const { doc, width } = page
  page.tree.add(
    doc.struct(tag, {}, () => {
      doc.font(font).fontSize(size).fillColor(colour).text(text, pageEdge, doc.y, { width, lineGap })
    }),
  )
  doc.y += gap
}

type TextBlock = {
  tag: 'H1' | 'H2' | 'P'
  text: string
  size: number
  font?: 'regular' | 'strong'
  colour?: string
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
      return drawText(page, { tag: 'H2', text: part.text, size: 13, font: 'strong', gap: 6 })
    case 'paragraph': {
      const look = part.isQuiet ? { size: 9, colour: quietInk } : { size: 10.5 }
      return drawText(page, { tag: 'P', text: part.text, ...look, gap: 8 })
    }
    case 'lines':
      return drawText(page, { tag: 'P', text: part.lines.join('\n'), size: 10.5, gap: 12 })
    case 'facts':
      return drawFacts(page, part.facts)
    case 'table':
      return drawTable(page, part)
  }
}

/** On every page once all of them are there; readers of a screen are spared it. */
const drawFooters = ({ doc, width }: PdfPage, footer: string) => {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at)
    // Text below the margin would begin a page of its own.
    doc.page.margins.bottom = 0
    const y = doc.page.height - pageEdge + 16
    const look = { width, lineBreak: false }
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('regular').fontSize(8).fillColor(quietInk)
    doc.text(footer, pageEdge, y, { ...look, width: width - 60, ellipsis: true, height: 10 })
    doc.text(`${at + 1} / ${count}`, pageEdge, y, { ...look, align: 'right' })
    doc.endMarkedContent()
  }
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
    lang: language,
    font: pdfFonts.regular(),
    info: { Title: title, Author: author, Creator: author, Producer: 'Spacekeeper', CreationDate: at },
  })
  doc.registerFont('regular', pdfFonts.regular())
  doc.registerFont('strong', pdfFonts.strong())
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  const page: PdfPage = { doc, tree, width: doc.page.width - 2 * pageEdge }
  drawText(page, { tag: 'H1', text: title, size: 20, font: 'strong', gap: 12 })
  for (const part of parts) drawPart(page, part)
  tree.end()
  drawFooters(page, footer)
  doc.end()
  return bytesOf(doc)
}
