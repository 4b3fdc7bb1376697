import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { randomOf, roundsOf } from '../random-runs.testing.ts'
import { lineIdentity, type NamedLine, sortLines, type StoredLine } from './line-identity.ts'

const usual: NamedLine = {
  account: 'A1234',
  bookedOn: '2026-11-07',
  amountCents: 3120,
  currency: 'EUR',
  text: '',
  payerName: '',
  payerAccount: '',
  bankReference: '',
  endToEnd: '',
  returnReason: '',
}
const asStored = (lines: readonly NamedLine[], part: Partial<StoredLine> = {}): StoredLine[] =>
  lines.map((line, at) => ({
    ...line,
    id: at + 1,
    identity: lineIdentity(line),
    isAside: false,
    isOtherFormat: false,
    ...part,
  }))
const sorted = (lines: readonly Partial<NamedLine>[], stored: readonly Partial<NamedLine>[], part = {}) => {
  const { fresh, known } = sortLines(
    lines.map((line) => ({ ...usual, ...line })),
    asStored(
      stored.map((line) => ({ ...usual, ...line })),
      part,
    ),
  )
  return [
    known,
    ...fresh.map(({ payerName, text, twinId }) => `${payerName}: ${text}${twinId === null ? '' : ` (like ${twinId})`}`),
  ]
}

const ann = { payerName: 'Ann A', text: 'from Ann' }
const ben = { payerName: 'Ben B', text: 'from Ben' }

test.each<[string, Partial<NamedLine>[], Partial<NamedLine>[], (string | number)[]]>([
  ['the same line', [ann], [ann], [1]],
  ['two that are alike, of which one is there', [ann, ann], [ann], [1, 'Ann A: from Ann']],
  ['one of two that are alike', [ann], [ann, ann], [1]],
  ['another payer on the same day, before one that is there', [ben, ann], [ann], [1, 'Ben B: from Ben']],
  [
    'another payer with the word that one had for its reference',
    [{ ...ben, bankReference: 'DUES' }],
    [{ ...ann, bankReference: 'DUES' }],
    [0, 'Ben B: from Ben'],
  ],
  [
    'another payer whose number is that of another line, too',
    [
      { ...ben, bankReference: 'R7' },
      { ...ann, bankReference: 'R7' },
    ],
    [{ ...ann, bankReference: 'R7' }],
    [1, 'Ben B: from Ben'],
  ],
  ['a word for a reference where there was none', [{ ...ann, bankReference: 'DUES' }], [ann], [1]],
  [
    'two payments that only the bank’s numbers tell apart',
    [{ ...ann, bankReference: 'R8' }],
    [{ ...ann, bankReference: 'R7' }],
    [0, 'Ann A: from Ann (like 1)'],
  ],
  ['a text that is wrapped and written in another way', [{ ...ann, text: 'FROM  ann' }], [ann], [1]],
  ['an account that was left out before', [{ ...ann, payerAccount: 'B1' }], [ann], [1]],
  [
    'two accounts, one of which is there',
    [
      { ...ann, payerAccount: 'B1' },
      { ...ann, payerAccount: 'B2' },
    ],
    [{ ...ann, payerAccount: 'B2' }],
    [1, 'Ann A: from Ann'],
  ],
  [
    'a text that the bank completed',
    [{ ...ann, text: 'from Ann for November' }],
    [ann],
    [0, 'Ann A: from Ann for November (like 1)'],
  ],
  ['a text where there was none', [ann], [{ ...ann, text: '' }], [0, 'Ann A: from Ann (like 1)']],
  ['a text of a payer that changed', [{ ...ann, text: 'dues' }], [ann], [0, 'Ann A: dues (like 1)']],
  [
    'a text that changed under the bank’s number',
    [{ ...ben, bankReference: 'R7' }],
    [{ ...ann, bankReference: 'R7' }],
    [0, 'Ben B: from Ben (like 1)'],
  ],
  ['another text of no payer', [{ text: 'from Ben' }], [{ text: 'from Ann' }], [0, ': from Ben']],
  ['the same of another day', [{ ...ann, bookedOn: '2026-11-08' }], [ann], [0, 'Ann A: from Ann']],
  ['the same of another account', [{ ...ben, account: 'B' }], [ann], [0, 'Ben B: from Ben']],
])('%s', (_what, lines, stored, expected) => {
  expect(sorted(lines, stored)).toEqual(expected)
})

test('a line that was read in another way before is the same line', () => {
  const line = { ...usual, ...ann, endToEnd: 'D7', former: { bankReference: 'D7', endToEnd: '' } }
  const before = asStored([{ ...usual, ...ann, bankReference: 'D7' }])
  expect(sortLines([line], before)).toEqual({ known: 1, fresh: [] })
})

test('a line of another format is marked, and none that was set aside', () => {
  expect(sorted([ben], [ann], { isOtherFormat: true })).toEqual([0, 'Ben B: from Ben (like 1)'])
  expect(sorted([ben], [ann], { isOtherFormat: true, isAside: true })).toEqual([0, 'Ben B: from Ben'])
})

test('a file whose columns are read in another way has each line marked that takes the place of one that is there', () => {
  const days = ['2026-11-06', '2026-11-07', '2026-11-08']
  const lines = (text: string) => days.map((bookedOn) => ({ bookedOn, text: `${text} ${bookedOn}` }))
  expect(sorted(lines('FPI'), lines('dues'))).toEqual([
    0,
    ': FPI 2026-11-06 (like 1)',
    ': FPI 2026-11-07 (like 2)',
    ': FPI 2026-11-08 (like 3)',
  ])
})

test('lines whose texts are erased are known by what they were, also by how that was worked out before', () => {
  const erased = { text: '', payerName: '', payerAccount: '' }
  const store = (line: NamedLine, identity: string) => asStored([{ ...line, ...erased }], { identity })
  const line = { ...usual, ...ann, bankReference: 'B7' }
  expect(sortLines([line], store(line, lineIdentity(line)))).toMatchObject({ known: 1, fresh: [] })
  const place = ['A1234', '2026-11-07', 3120, 'EUR']
  const former = (...rest: string[]) =>
    createHash('sha256')
      .update(JSON.stringify([...place, ...rest]))
      .digest('hex')
  expect(sortLines([line], store(line, former('B7')))).toMatchObject({ known: 1 })
  const joined = { ...line, former: { bankReference: 'EREF/B7', endToEnd: '' } }
  expect(sortLines([joined], store(line, former('EREF/B7')))).toMatchObject({ known: 1 })
  const unnamed = { ...line, bankReference: '' }
  expect(sortLines([unnamed], store(unnamed, former('from Ann', 'Ann A', '')))).toMatchObject({ known: 1 })
  // A word for a reference was that of others as well: to be seen twice is better than to be lost.
  const word = { ...line, bankReference: 'DUES' }
  expect(sortLines([word], store(word, former('DUES')))).toMatchObject({ known: 0 })
})

/** The lines that a bank has of three days: some pay the same in the same words, some without a name, some twice. */
const trueList = (random: ReturnType<typeof randomOf>): NamedLine[] =>
  Array.from({ length: random.whole(1, 14) }, (_, at) => ({
    ...usual,
    bookedOn: `2026-11-0${random.whole(6, 8)}`,
    amountCents: random.pick([3120, 3120, 3120, 500, -500]),
    payerName: random.pick(['', 'Ann A', 'Ben B', 'Cy C']),
    text: random.pick(['', 'dues', 'dues', 'coffee']),
    payerAccount: random.pick(['', 'B1', 'B2']),
    bankReference: random.pick(['', 'DUES', 'NONREF', 'R7', `X${at}`]),
  }))

test('each line of the bank waits once, however it is split into files, in whatever order and how often they come', () => {
  const random = randomOf('files of banks')
  for (let round = 0; round < roundsOf(2000); round += 1) {
    const all = trueList(random)
    // Nothing tells a file with one of two that are alike from a file with the other.
    const kinds = [...Map.groupBy(all, (line) => lineIdentity(line)).values()]
    const stored: StoredLine[] = []
    const bring = (lines: readonly NamedLine[]) => {
      const shuffled = lines.map((line) => ({ line, at: random.next() })).toSorted((a, b) => a.at - b.at)
      const { fresh } = sortLines(
        shuffled.map(({ line }) => line),
        stored,
      )
      for (const line of fresh) stored.push(...asStored([line], { id: stored.length + 1 }))
    }
    for (let file = random.whole(0, 4); file > 0; file -= 1) bring(kinds.filter(() => random.next() < 0.5).flat())
    // A part of what is alike comes only before all of it.
    if (random.next() < 0.5) bring(all.filter(() => random.next() < 0.5))
    bring(all)
    if (random.next() < 0.5) bring(all)
    const content = (line: NamedLine) => `${lineIdentity(line)} ${line.payerAccount}`
    expect(stored.map(content).toSorted(), `round ${round}`).toEqual(all.map(content).toSorted())
  }
})
