export type PdfColumn = {
  header: string
  /** Its part of the width, beside those of the others. */
  share: number
  /** Figures stand under each other at the right. */
  isFigure?: true
}

/** What a document is made of, from top to bottom. Plain text throughout. */
export type PdfPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string; isQuiet?: boolean }
  /** Short lines under each other, such as an address. */
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  /** `totals` are rows at its end that stand out. */
  | {
      kind: 'table'
      columns: readonly PdfColumn[]
      rows: readonly (readonly string[])[]
      totals?: readonly (readonly string[])[]
    }

export type PdfDocument = {
  title: string
  /** Who gives it out. */
  author: string
  /** Such as `en-AU`. */
  language: string
  /** When it was made. The same document of the same moment is the same to the byte. */
  at: Date
  parts: readonly PdfPart[]
  /** At the foot of every page, before the number of the page. */
  footer?: string
}
