import { expect, test } from 'vitest'
import type { PdfDocument } from './pdf.ts'
import { readPdf } from './read-pdf.testing.ts'
import { writePdf } from './write-pdf.ts'

const letter = (rows = 1): PdfDocument => ({
  title: 'Invoice 17',
  author: 'Makers of Łódź',
  language: 'en-AU',
  at: new Date('2026-11-22T10:00:00Z'),
  footer: 'Makers of Łódź, 12 High Street',
  parts: [
    { kind: 'lines', lines: ['Åsa Łukasz', '1 Old Road'] },
    { kind: 'facts', facts: [{ label: 'Reference', value: 'RF18 5390 0754 7034' }] },
    { kind: 'heading', text: 'What it is for' },
    {
      kind: 'table',
      columns: [
        { header: 'Description', share: 4 },
        { header: 'Amount', share: 1, isFigure: true },
      ],
      rows: Array.from({ length: rows }, (_, at) => [`Month ${at}`, '€12.00']),
      totals: [['Total', '€12.00']],
    },
    { kind: 'paragraph', text: 'Thank you.', isQuiet: true },
  ],
})

test('a document says what it is made of, with letters of every European language', async () => {
  const text = readPdf(await writePdf(letter()))
  expect(text.split('\n')).toEqual([
    'Invoice 17',
    'Åsa Łukasz',
    '1 Old Road',
    'Reference',
    'RF18 5390 0754 7034',
    'What it is for',
    'Description',
    'Amount',
    'Month 0',
    '€12.00',
    'Total',
    '€12.00',
    'Thank you.',
    'Makers of Łódź, 12 High Street',
    '1 / 1',
  ])
})

test('a long table goes on over pages, each with its head and its number', async () => {
  const text = readPdf(await writePdf(letter(90)))
  expect(text.match(/^Description$/gm)).toHaveLength(3)
  expect(text).toContain('Month 89')
  expect(text).toContain('3 / 3')
})

test('a document is tagged, so that it can be read aloud, and says its language', async () => {
  const file = Buffer.from(await writePdf(letter())).toString('latin1')
  expect(file).toContain('/Marked true')
  expect(file).toContain('/Lang (en-AU)')
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) expect(file).toContain(`/S /${tag}\n`)
})

test('the same document is the same to the byte', async () => {
  expect(Buffer.from(await writePdf(letter())).equals(Buffer.from(await writePdf(letter())))).toBe(true)
})
