import type { LabelDrawing } from '@spacekeeper/contract/labels/shapes.ts'
import { encode } from 'uqr'
import { type Label, layOutLabel } from './lay-out-label.ts'
import { bytesOf, loadPdfkit, ownFonts } from './load-pdfkit.ts'
import { openTypeSetter } from './type-setter.ts'

/** A document whose page is as large as its label. */
const openDocument = async ({ title, lines, small = '' }: Label) => {
  const PDFDocument = await loadPdfkit()
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    font: ownFonts.regular,
    // Without a moment of its own, so that the same label is the same file.
    info: { Title: title, Producer: 'Spacekeeper', CreationDate: new Date(0) },
  })
  const setter = await openTypeSetter(doc, { regular: [...lines, small].join(''), strong: title })
  return { doc, setter, measure: (text: string, isStrong: boolean) => setter.widthOf(text, { size: 1, isStrong }) }
}

const drawCode = (doc: PDFKit.PDFDocument, { address, x, y, side }: LabelDrawing['code']) => {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const dot = side / size
  for (const [row, dots] of data.entries()) {
    for (const [column, isDark] of dots.entries()) {
      // Reaches a little into the next dark one, or viewers draw a hairline between them.
      const more = dots[column + 1] ? dot * 0.05 : 0
      if (isDark) doc.rect(x + column * dot, y + row * dot, dot + more, dot)
    }
  }
  doc.fill('#000000')
}

/** Where everything stands on a label, for a screen that shows it before it is printed. */
export const drawLabel = async (label: Label): Promise<LabelDrawing> =>
  layOutLabel(label, (await openDocument(label)).measure)

/** Writes a label as a PDF whose page has the size of the label: the system's own driver prints it. Never within a transaction. */
export const writeLabel = async (label: Label): Promise<Uint8Array> => {
  const { doc, setter, measure } = await openDocument(label)
  const drawing = layOutLabel(label, measure)
  doc.addPage({ size: [drawing.width, drawing.height], margin: 0 })
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  for (const { text, x, baseline, size, isStrong } of drawing.texts) {
    tree.add(doc.struct('P', {}, () => setter.writeLine(text, { x, baseline }, { size, isStrong })))
  }
  tree.add(doc.struct('Figure', { alt: label.code }, () => drawCode(doc, drawing.code)))
  tree.end()
  doc.end()
  return bytesOf(doc)
}
