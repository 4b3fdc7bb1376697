import { createRequire } from 'node:module'

/** Loaded with the first document, so that the portal starts without it. */
export const loadPdfkit = async () => (await import('pdfkit')).default

const { resolve } = createRequire(import.meta.url)

/**
 * The files of the portal's own font. Documents know it by them: what was registered under another name would be opened
 * again each time it is asked for.
 */
export const ownFonts = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export const isOwnFont = (font: string): boolean => font === ownFonts.regular || font === ownFonts.strong

export const bytesOf = async (doc: PDFKit.PDFDocument): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
