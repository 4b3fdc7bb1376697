import { labelSizes } from '@spacekeeper/contract/labels/words.ts'
import { expect, test } from 'vitest'
import type { Label } from './lay-out-label.ts'
import { readPdf } from './read-pdf.testing.ts'
import { drawLabel, writeLabel } from './write-label.ts'

const labels: [string, Omit<Label, 'size'>][] = [
  ['a short one', { title: 'A1', lines: [], code: 'https://example.org/storage/A1' }],
  [
    'one with umlauts',
    {
      title: 'Zoë Größmüller-Ångström',
      lines: ['Besuch von Łukasz', 'Donnerstag, 23. November 2026'],
      code: 'https://portal.makers.example/visitors/abcdefghjkmn',
      small: 'Offene Werkstätten Niederösterreich e. V.',
    },
  ],
  [
    'one with much text',
    {
      title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      lines: Array.from({ length: 8 }, (_, at) => `${at} ${'a long line of words that says a lot '.repeat(3)}`),
      code: `https://portal.makers.example/${'x'.repeat(90)}`,
      small: 'A name of a space that takes its place, too, and more than one line',
    },
  ],
]

type Box = { left: number; right: number; top: number; bottom: number }

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const cases = labelSizes.flatMap((size) => labels.map(([name, label]) => ({ name, label: { size, ...label } })))

test.each(cases)('$name stands within its page, and nothing over anything else ($label.size)', async ({ label }) => {
  const { width, height, texts, code } = await drawLabel(label)
  const boxes = texts.map((text) => ({
    left: text.x,
    right: text.x + text.width,
    top: text.baseline - text.size * 0.75,
    bottom: text.baseline + text.size * 0.2,
  }))
  boxes.push({ left: code.x, right: code.x + code.side, top: code.y, bottom: code.y + code.side })
  for (const [at, box] of boxes.entries()) {
    expect(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height).toBe(true)
    for (const other of boxes.slice(at + 1)) expect(overlaps(box, other)).toBe(false)
  }
})

test('the page of a PDF has the size of its label, and says what the label says', async () => {
  const file = await writeLabel({
    size: 'card100x60',
    title: 'Größe',
    lines: ['Regal 4'],
    code: 'https://example.org/a',
  })
  const text = Buffer.from(file).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  expect([Number(width), Number(height)].map((points) => Math.round((points / 72) * 25.4))).toEqual([100, 60])
  expect(readPdf(file)).toBe('Größe\nRegal 4')
  const roll = await drawLabel({ size: 'roll62', title: 'Größe', lines: [], code: 'https://example.org/a' })
  expect(Math.round((roll.width / 72) * 25.4)).toBe(62)
})

test('the same label is the same file', async () => {
  const label: Label = { size: 'roll62', title: 'A1', lines: [], code: 'https://example.org/a' }
  expect(Buffer.from(await writeLabel(label)).equals(Buffer.from(await writeLabel(label)))).toBe(true)
})
