import type { LabelDrawing } from '@spacekeeper/contract/labels/shapes.ts'
import { encode } from 'uqr'
import type { MeasureText } from './fit-text.ts'
import { type Label, layOutLabel } from './lay-out-label.ts'
import { bytesOf, loadPdfkit, pdfFonts } from './load-pdfkit.ts'

const measuredAt = 100

/** A document whose page is as large as its label. */
const openDocument = async (title: string) => {
  const PDFDocument = await loadPdfkit()
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    font: pdfFonts.regular(),
    // Without a moment of its own, so that the same label is the same file.
    info: { Title: title, Producer: 'Spacekeeper', CreationDate: new Date(0) },
  })
  doc.registerFont('regular', pdfFonts.regular())
  doc.registerFont('strong', pdfFonts.strong())
  return doc
}

/** The width of each text is asked for in many sizes, and worked out once. */
const measureIn = (doc: PDFKit.PDFDocument): MeasureText => {
  const known = new Map<string, number>()
  return (text, isStrong) => {
    const font = isStrong ? 'strong' : 'regular'
    const key = `${font} ${text}`
    const width = known.get(key) ?? doc.font(font).fontSize(measuredAt).widthOfString(text) / measuredAt
    known.set(key, width)
    return width
  }
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
  layOutLabel(label, measureIn(await openDocument(label.title)))

/** Writes a label as a PDF whose page has the size of the label: the system's own driver prints it. Never within a transaction. */
export const writeLabel = async (label: Label): Promise<Uint8Array> => {
  const doc = await openDocument(label.title)
  const drawing = layOutLabel(label, measureIn(doc))
  doc.addPage({ size: [drawing.width, drawing.height], margin: 0 })
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  for (const { text, x, baseline, size, isStrong } of drawing.texts) {
    tree.add(
      doc.struct('P', {}, () => {
        doc
          .font(isStrong ? 'strong' : 'regular')
          .fontSize(size)
          .fillColor('#000000')
        doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      }),
    )
  }
  tree.add(doc.struct('Figure', { alt: label.code }, () => drawCode(doc, drawing.code)))
  tree.end()
  doc.end()
  return bytesOf(doc)
}
