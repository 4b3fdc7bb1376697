import { expect, test } from 'vitest'
import { aPdf } from './small-pdf.testing.ts'
import { endingOf, takeDocument } from './uploaded-document.ts'
import { writePdf } from './write-pdf.ts'

const take = (text: string) => takeDocument(Buffer.from(text, 'latin1'))

const damaged = { facts: { fields: [{ field: 'file', message: expect.stringContaining('This PDF is damaged.') }] } }

test('a whole PDF is kept as it came, also with scripts in it', async () => {
  for (const text of [
    aPdf(),
    aPdf({ after: '\n\n' }),
    aPdf({ more: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
  ]) {
    const kept = await take(text)
    expect([kept.mediaType, kept.content.toString('latin1')]).toEqual(['application/pdf', text])
  }
})

test('a PDF that the portal writes is whole, and so is one with a packed table', async () => {
  const at = new Date('2027-03-01T10:00:00Z')
  const own = await writePdf({ title: 'Minutes', author: 'A space', language: 'en', at, parts: [] })
  expect((await takeDocument(own)).mediaType).toBe('application/pdf')
  const head = '%PDF-1.5\n'
  const packed = `${head}7 0 obj\n<< /Type /XRef /Size 8 /Root 1 0 R /W [1 2 1] /Length 4 >>\nstream\nabcd\nendstream\nendobj\n`
  expect((await take(`${packed}startxref\n${head.length}\n%%EOF`)).mediaType).toBe('application/pdf')
})

test.each([
  ['a page after the first line', '%PDF-1.4\n<html><script>alert(1)</script></html>'],
  ['no table', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF'],
  ['an end that leads nowhere', aPdf().replace(/startxref\n\d+/, 'startxref\n999999')],
  ['no first part', aPdf().replace('/Root 1 0 R', '')],
  ['no end', aPdf().replace('%%EOF', '')],
  ['a page far behind its end', aPdf({ after: `<html>${' '.repeat(3000)}</html>` })],
])('a PDF with %s is refused', async (_what, text) => {
  await expect(take(text)).rejects.toMatchObject(damaged)
})

test('what is neither a PDF nor a picture is refused', async () => {
  for (const text of ['<script>alert(1)</script>', '%PDF-x', ' %PDF-1.7', 'GIF89a'])
    await expect(take(text)).rejects.toMatchObject({
      facts: { fields: [{ message: 'This isn’t a PDF or a picture (PNG, JPEG, WebP).' }] },
    })
})

test('names end as what is kept', () => {
  expect(['application/pdf', 'image/png', 'image/jpeg', 'text/html'].map(endingOf)).toEqual([
    '.pdf',
    '.png',
    '.jpg',
    '',
  ])
})
