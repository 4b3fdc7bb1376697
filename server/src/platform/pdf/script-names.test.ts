import { expect, test } from 'vitest'
import type { PdfDocument } from './pdf.ts'
import { readPdf } from './read-pdf.testing.ts'
import { writeLabel } from './write-label.ts'
import { writePdf } from './write-pdf.ts'

/** Names of members, in each script that the portal has a font of. */
const names = (
  'محمد علی,فرزانه\u200Cپور,مُحَمَّد,علاء,שרה כהן,李小龍,张伟,김민수,さくら,黄澩瀳,สมชาย,ประจำ,अमित,क्षत्रिय,মৌসুমী,தமிழ்ச்செல்வி,' +
  'ශ්‍රී,Հայկ,გიორგი,አበበ,សុខា,မောင်,ສົມສັກ,ಕೃಷ್ಣ,കൃഷ്ണൻ,తెలుగు,ગુજરાતી,ਸਿੰਘ,Ελένη,Ольга Щукина,Nguyễn Thị Hường,Łukasz Żółć'
).split(',')

const letter = (parts: PdfDocument['parts'], title = 'Proxy'): PdfDocument => ({
  title,
  author: 'Makers',
  language: 'en-AU',
  at: new Date('2026-11-22T10:00:00Z'),
  parts,
})

const paragraph = (text: string) => letter([{ kind: 'paragraph', text }])

test('a name in any script is read back from a table, a sentence, a title and a label', async () => {
  const file = await writePdf(
    letter(
      [
        { kind: 'table', columns: [{ header: 'Name', share: 1 }], rows: names.map((name) => [name]) },
        ...names.map((name) => ({ kind: 'paragraph', text: `I appoint ${name} for 12 May.` }) as const),
      ],
      names.slice(0, 10).join(', '),
    ),
  )
  const lines = readPdf(file).split('\n')
  expect(lines).toEqual(expect.arrayContaining(names))
  expect(lines).toEqual(expect.arrayContaining(names.map((name) => `I appoint ${name} for 12 May.`)))
  expect(readPdf(file).replaceAll('\n', ' ')).toContain(names.slice(0, 10).join(', '))
  for (const title of ['محمد علی', '李小龍', 'สมชาย', 'अमित']) {
    const label = await writeLabel({ size: 'roll62', title, lines: [`Host: ${title}`], code: 'https://example.org/a' })
    expect(readPdf(label).split('\n')).toEqual([title, `Host: ${title}`])
  }
})

test('numbers and other names keep their place beside a name that runs from right to left', async () => {
  for (const text of ['Dated محمد 12 May', 'Present: محمد, שרה, Bo (2).', 'שרה, has not signed yet']) {
    expect(readPdf(await writePdf(paragraph(text)))).toContain(text)
  }
})

test('a letter that no font has is named by its number, a picture by its word, and what cannot be seen is left out', async () => {
  expect(readPdf(await writePdf(paragraph('Anna 🦄, 𠮷野, Bo\u2066\uFE0F 李')))).toContain(
    'Anna [emoji], [U+20BB7]野, Bo 李',
  )
})

test('a long text goes on over lines and pages in scripts without spaces, too', async () => {
  const text = '会員は誰でも機械を使うことができますが、安全のために講習を受けなければなりません。'
  const lines = readPdf(await writePdf(paragraph(text.repeat(60)))).split('\n')
  expect(lines.join('')).toContain(text.slice(0, 10))
  expect(lines.filter((line) => line.length > 60)).toEqual([])
  expect(lines).toContain('2 / 2')
})

test('the same names are the same file, and a file without them has no more fonts than its own', async () => {
  const fonts = (file: Uint8Array) =>
    new Set(
      Buffer.from(file)
        .toString('latin1')
        .match(/\/BaseFont \/\S+/g),
    )
  const mixed = paragraph('محمد and 李小龍')
  expect(Buffer.from(await writePdf(mixed)).equals(Buffer.from(await writePdf(mixed)))).toBe(true)
  expect(fonts(await writePdf(paragraph('Åsa'))).size).toBe(2)
  expect(fonts(await writePdf(paragraph('Åsa and 김민수'))).size).toBeGreaterThan(2)
})
