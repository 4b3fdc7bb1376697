import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import type { BankLine, CsvQuestion, StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aLine as line, aProposal as proposal } from './lines.testing.ts'

const read: StatementFileContent = {
  format: 'camt',
  csv: null,
  accounts: [{ account: 'DE89', lines: 3, isOther: false }],
  from: '2026-03-01',
  to: '2026-03-02',
  added: 2,
  known: 1,
  changed: 0,
  hasOwnColumn: false,
  isAhead: false,
  isOld: false,
  problem: null,
  sample: [
    {
      bookedOn: '2026-03-02',
      amountCents: 6500,
      currency: 'AUD',
      text: 'dues',
      payerName: 'A Lovelace',
      payerAccount: '',
    },
  ],
}

const ada: MemberSummary = {
  id: 3,
  fullName: 'Ada Lovelace',
  screenName: 'ada',
  email: 'ada@example.org',
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}

const charge = {
  memberName: '',
  description: 'March 2026',
  kind: 'period' as const,
  state: 'open' as const,
  plan: null,
  collector: null,
  amountCents: 6000,
  paidCents: 0,
  currency: 'AUD',
  dueOn: '2026-03-01',
  accessUntil: null,
  reason: null,
  lastTry: null,
}

let server: ReturnType<typeof fakeServer>
let lists: Record<string, BankLine[]>
beforeEach(() => {
  server = fakeServer()
  lists = { certain: [line, { ...line, id: 9, payerName: 'Bo' }], proposal: [proposal], unknown: [], done: [] }
  server.on(bankApi.listImports, () => ({ imports: [] }))
  server.on(bankApi.listLines, ({ query }) => {
    const found = lists[String(query['group'])] ?? []
    return { lines: found, total: found.length, counts: { certain: 2, proposal: 1, unknown: 0 }, isPartial: false }
  })
  server.on(bankApi.confirmLines, () => ({ confirmed: [7], refused: [] }))
})
const open = async (path = '/manage/payments/import') =>
  renderPortal({ path, server, profile: aProfile({ staffPermissions: ['money'] }) })
const choose = (name = 'march.xml') => {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('no field for files')
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
}
const dialog = () => within(screen.getByRole('dialog'))

test('a line says who paid, what it pays and why, and the certain ones are confirmed together', async () => {
  const { user } = await open()
  expect(await screen.findByText('A Lovelace')).toBeTruthy()
  const rows = screen.getAllByText(/check digits are right/)
  expect(rows[0]?.textContent).toContain('Pays March 2026. $5.00 is left for the next charge.')
  await user.click(screen.getAllByRole('checkbox')[1] ?? document.body)
  await user.click(screen.getByRole('button', { name: 'Confirm one line' }))
  await waitFor(() => expect(server.sentTo(bankApi.confirmLines)).toHaveLength(1))
  expect(server.sentTo(bankApi.confirmLines)[0]?.body).toEqual({
    lines: [{ lineId: 7, target: { kind: 'dues', memberId: 123 } }],
  })
  expect(await screen.findByText('One line booked')).toBeTruthy()
})

test('of several choices one is picked before a proposal can be confirmed; what is refused is told', async () => {
  server.on(bankApi.confirmLines, () => ({
    confirmed: [],
    refused: [{ lineId: 8, detail: 'This has already been decided.' }],
  }))
  const { user } = await open('/manage/payments/import?list=proposal')
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' })
  expect(confirm.disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: /Dues of Cy Smith/ }))
  await user.click(screen.getByRole('button', { name: 'Confirm $65.00 for Cy Smith' }))
  expect(await screen.findByText('1 not booked: This has already been decided.')).toBeTruthy()
})

test('a member is found for an unknown line, and it is set aside with a reason', async () => {
  lists['unknown'] = [{ ...line, sureness: 'unknown', choices: [] }]
  server.on(bankApi.setLineAside, () => undefined)
  server.on(membersApi.search, () => ({ members: [], total: 0 }))
  const { user } = await open('/manage/payments/import?list=unknown')
  await user.click(await screen.findByRole('button', { name: /^Choose a member for \$65.00/ }))
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Book it' }).disabled).toBe(true)
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Set aside \$65.00 of/ }))
  await user.click(dialog().getByRole('button', { name: 'Set aside' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: 'Why' }), 'Interest')
  await user.click(dialog().getByRole('button', { name: 'Set aside' }))
  await waitFor(() => expect(server.sentTo(bankApi.setLineAside)[0]?.body).toEqual({ reason: 'Interest' }))
})

test('one line is split between two members, with what is left said, and sent only when it fits', async () => {
  lists['unknown'] = [{ ...line, sureness: 'unknown', choices: [], amountCents: 10_000 }]
  server.on(membersApi.search, ({ query }) => ({
    members: [query['text'] === 'Ada' ? ada : { ...ada, id: 4, fullName: 'Bo Smith' }],
    total: 1,
  }))
  const dues = { memberName: '', credits: [], currency: 'AUD', canBook: true, moreTimeUntil: null, hasPlan: true }
  server.on(deskApi.memberDues, ({ params }) => ({
    ...dues,
    memberId: Number(params['memberId']),
    charges: [{ ...charge, id: 30, memberId: Number(params['memberId']) }],
    collector: 'bank' as const,
  }))
  const { user } = await open('/manage/payments/import?list=unknown')
  await user.click(await screen.findByRole('button', { name: /^Split \$100.00/ }))
  const part = (number: number) => within(dialog().getByRole('group', { name: `Part ${number}` }))
  const pick = async (number: number, text: string, name: string) => {
    await user.type(part(number).getByRole('combobox', { name: 'Member' }), text)
    await user.click(await screen.findByRole('option', { name }))
  }
  await pick(1, 'Ada', 'Ada Lovelace')
  await user.selectOptions(await part(1).findByRole('combobox', { name: 'Pays first' }), '30')
  expect(part(1).getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('60.00')
  expect(dialog().getByText('$40.00 is left.')).toBeTruthy()
  const book = dialog().getByRole<HTMLButtonElement>('button', { name: 'Book the parts' })
  expect(book.disabled).toBe(true)
  await pick(2, 'Bo', 'Bo Smith')
  await user.type(part(2).getByRole('textbox', { name: 'Amount' }), 'forty')
  expect(part(2).getByText('Enter an amount such as 20 or 12.50.')).toBeTruthy()
  await user.clear(part(2).getByRole('textbox', { name: 'Amount' }))
  await user.type(part(2).getByRole('textbox', { name: 'Amount' }), '40')
  expect(dialog().getByText('The parts come to the whole amount.')).toBeTruthy()
  await user.click(book)
  expect(await screen.findByText('$100.00 booked in 2 parts')).toBeTruthy()
  expect(server.sentTo(bankApi.confirmLines)[0]?.body).toEqual({
    lines: [
      {
        lineId: 7,
        target: {
          kind: 'split',
          parts: [
            { kind: 'dues', memberId: 3, amountCents: 6000, chargeId: 30 },
            { kind: 'dues', memberId: 4, amountCents: 4000 },
          ],
        },
      },
    ],
  })
})

test('a file shows what is in it before it is imported', async () => {
  server.on(bankApi.importStatement, () => read)
  const { user } = await open()
  await screen.findByText('A Lovelace')
  choose()
  expect(await screen.findByText(/^2 new lines/)).toBeTruthy()
  expect(dialog().getByText('One line is here already and isn’t added again.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Import 2 lines' }))
  expect(await screen.findByText('2 lines imported')).toBeTruthy()
  expect(server.sentTo(bankApi.importStatement).map(({ query }) => query['isTrial'])).toEqual(['true', 'false'])
})

test('what is wrong with a file is said beside it', async () => {
  server.on(bankApi.importStatement, () =>
    refuse('badInput', { fields: [{ field: 'file', message: 'march.xml: Line 3, Amt: “x” is not an amount.' }] }),
  )
  await open()
  await screen.findByText('A Lovelace')
  choose()
  expect(await screen.findByText('march.xml: Line 3, Amt: “x” is not an amount.')).toBeTruthy()
})

test('the columns of a CSV file are asked for once, and sent with what was changed', async () => {
  const question: CsvQuestion = {
    heading: 'when,gross,net',
    rows: [
      ['When', 'Gross', 'Net'],
      ['2026-03-02', '50.00', '49.00'],
    ],
    columns: {
      separator: ',',
      firstLine: 1,
      dateOrder: 'YMD',
      decimal: '.',
      date: 0,
      amount: 1,
      moneyIn: null,
      moneyOut: null,
      direction: null,
      name: null,
      account: null,
      bankReference: null,
      text: [],
      ownAccount: 'Bank account',
    },
    isKnown: false,
  }
  server.on(bankApi.importStatement, (): StatementFileContent => ({ ...read, format: 'csv', csv: question }))
  server.on(bankApi.saveColumns, () => undefined)
  const { user } = await open()
  await screen.findByText('A Lovelace')
  choose('march.csv')
  await user.click(await screen.findByRole('combobox', { name: 'Amount' }))
  await user.click(await screen.findByRole('option', { name: 'Column 3: Net' }))
  await user.click(dialog().getByRole('button', { name: 'Use these columns' }))
  expect(await screen.findByText(/^2 new lines/)).toBeTruthy()
  expect(server.sentTo(bankApi.saveColumns)[0]?.body).toMatchObject({
    heading: 'when,gross,net',
    columns: { amount: 2, date: 0 },
  })
})

test('a line that may have come before says with which file and as what', async () => {
  const twin = { fileName: 'monday.csv', payerName: 'A Lovelace', text: 'dues' }
  const reasons: BankLine['choices'][number]['reasons'] = ['twin', 'lastName']
  const choices = proposal.choices.slice(0, 1).map((choice) => ({ ...choice, reasons }))
  lists['proposal'] = [{ ...proposal, hasTwin: true, twin, choices }]
  await open('/manage/payments/import?list=proposal')
  expect(
    await screen.findByText(/^This may be a line that came with monday.csv: A Lovelace, dues\. If it is/),
  ).toBeTruthy()
  expect(screen.getByText(/Their last name is on the payment/).textContent).not.toContain('another file')
})

test('a file says that lines look like others, that days are yet to come, and that a column was left out', async () => {
  server.on(bankApi.importStatement, () => ({ ...read, changed: 2, hasOwnColumn: true, isAhead: true, isOld: true }))
  await open()
  choose()
  expect(await screen.findByText(/^2 new lines look like lines that are here already/)).toBeTruthy()
  expect(dialog().getByText(/has your own account in it, so it is left out/)).toBeTruthy()
  expect(dialog().getByText(/^Some of these days are yet to come/)).toBeTruthy()
  expect(dialog().getByText(/^Some of these days are more than 60 days ago/)).toBeTruthy()
})

test('a debit that came back says why and what the bank kept, which is charged where that is ticked', async () => {
  const choice: BankLine['choices'][number] = {
    target: { kind: 'debitReturn', debitId: 5 },
    name: 'Ada Lovelace',
    reasons: ['returned'],
    pays: [],
    leftCents: 0,
    feeCents: 300,
  }
  const returnReason = 'The account is closed.'
  lists['proposal'] = [
    {
      ...line,
      sureness: 'proposal',
      endToEnd: 'SK-DD-1-5',
      amountCents: -6800,
      feeCents: 300,
      returnReason,
      choices: [choice],
    },
  ]
  server.on(bankApi.confirmLines, () => ({ confirmed: [7], refused: [] }))
  const { user } = await open('/manage/payments/import?list=proposal')
  expect(await screen.findByText('Sent back: The account is closed. The bank kept a fee of $3.00.')).toBeTruthy()
  expect(screen.getByText('Reference: SK-DD-1-5')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Charge Ada Lovelace the $3.00, too' }))
  await user.click(screen.getByRole('button', { name: /^Confirm .* for Ada Lovelace$/ }))
  await waitFor(() =>
    expect(server.sentTo(bankApi.confirmLines)[0]?.body).toEqual({
      lines: [{ lineId: 7, target: { kind: 'debitReturn', debitId: 5, chargesFee: true } }],
    }),
  )
})
