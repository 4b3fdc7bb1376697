import type { TypeSetter } from './type-setter.ts'

/** Where a document is being drawn. */
export type PdfPage = { doc: PDFKit.PDFDocument; setter: TypeSetter; tree: PDFKit.PDFStructureElement; width: number }

export const pageEdge = 56
export const lineGap = 3
export const ink = '#1a1b1e'
export const quietInk = '#5c5f66'
