import { createRequire } from 'node:module'

/** Loaded with the first document, so that the portal starts without it. */
export const loadPdfkit = async () => (await import('pdfkit')).default

const { resolve } = createRequire(import.meta.url)

/** Where the files of the fonts are. */
export const pdfFonts = {
  regular: () => resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: () => resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export const bytesOf = async (doc: PDFKit.PDFDocument): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
