import { ink, lineGap, pageEdge, quietInk, type PdfPage } from './pdf-page.ts'
import type { PdfColumn } from './pdf.ts'
import type { TextBlockLook } from './type-setter.ts'

export type PdfTable = {
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  totals?: readonly (readonly string[])[]
  /** Without a head and lines. */
  isPlain?: boolean
}

type PdfRow = { cells: readonly string[]; kind: 'head' | 'row' | 'total' }

const size = 10
const padding = 5

const widthsOf = (page: PdfPage, columns: readonly PdfColumn[]) => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  return columns.map(({ share }) => (page.width * share) / shares)
}

const cellLook = (column: PdfColumn, kind: PdfRow['kind'], width: number): TextBlockLook => ({
  size,
  isStrong: kind !== 'row',
  width: width - padding,
  lineGap,
  align: column.isFigure ? 'right' : 'left',
})

const heightOf = (
  page: PdfPage,
  { columns, widths, row }: { columns: readonly PdfColumn[]; widths: number[]; row: PdfRow },
) => {
  const heights = columns.map((column, at) => {
    const text = row.cells[at] ?? ''
    return page.setter.heightOf(text === '' ? ' ' : text, cellLook(column, row.kind, widths[at] ?? 0))
  })
  return Math.max(...heights) + padding
}

/** What a cell is the head of. */
const headOf = (scope: 'Column' | 'Row') => ({ scope }) as PDFKit.Mixins.StructureElementOptions // its types lag behind and leave scopes out

const drawLine = ({ doc, width }: PdfPage, isStrong: boolean) => {
  doc.markContent('Artifact')
  doc.lineWidth(isStrong ? 1 : 0.5).strokeColor(isStrong ? ink : '#ced4da')
  doc
    .moveTo(pageEdge, doc.y)
    .lineTo(pageEdge + width, doc.y)
    .stroke()
  doc.endMarkedContent()
}

/** A table that goes on over pages, with its head on each. */
export const drawTable = (page: PdfPage, table: PdfTable): void => {
  const { columns, rows, totals = [], isPlain = false } = table
  const { doc, setter, tree } = page
  const widths = widthsOf(page, columns)
  const element = doc.struct('Table')
  tree.add(element)

  const drawRow = (row: PdfRow) => {
    const height = heightOf(page, { columns, widths, row })
    const y = doc.y + padding
    const line = doc.struct('TR')
    element.add(line)
    let x = pageEdge
    for (const [at, column] of columns.entries()) {
      const left = x
      const text = row.cells[at] ?? ''
      const isHead = row.kind === 'head' || (isPlain && at === 0)
      const colour = isHead ? quietInk : ink
      const options = isHead ? headOf(row.kind === 'head' ? 'Column' : 'Row') : {}
      line.add(
        doc.struct(isHead ? 'TH' : 'TD', options, () => {
          setter.write(text, { x: left, y }, { ...cellLook(column, row.kind, widths[at] ?? 0), colour })
        }),
      )
      x += widths[at] ?? 0
    }
    line.end()
    doc.y = y + height - padding
    if (!isPlain) drawLine(page, row.kind === 'head')
  }

  const head: PdfRow = { cells: columns.map(({ header }) => header), kind: 'head' }
  const foot = () => doc.page.height - pageEdge
  const all = [
    ...rows.map((cells): PdfRow => ({ cells, kind: 'row' })),
    ...totals.map((cells): PdfRow => ({ cells, kind: 'total' })),
  ]
  if (!isPlain) drawRow(head)
  for (const row of all) {
    if (doc.y + padding + heightOf(page, { columns, widths, row }) > foot()) {
      doc.addPage()
      if (!isPlain) drawRow(head)
    }
    drawRow(row)
  }
  element.end()
  doc.x = pageEdge
  doc.y += 12
}
