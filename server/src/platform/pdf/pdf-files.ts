import { openAside } from '../aside/aside.ts'
import type { drawLabel, writeLabel } from './write-label.ts'
import type { writePdf } from './write-pdf.ts'

const run = openAside()

const labels = new URL('./write-label.ts', import.meta.url)

/** Writes a document as PDF, on a thread of its own. Never within a transaction. */
export const makePdf = run<typeof writePdf>(new URL('./write-pdf.ts', import.meta.url), 'writePdf')

/** Writes a label as PDF, there too. */
export const makeLabel = run<typeof writeLabel>(labels, 'writeLabel')

/** Where everything stands on a label, for a screen that shows it before it is printed. */
export const measureLabel = run<typeof drawLabel>(labels, 'drawLabel')
