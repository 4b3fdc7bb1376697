import { z } from 'zod'
import { AnyDay, FutureDay } from '../days.ts'
import { Text } from '../fields.ts'
import { Download, Empty, Id, routes, type Upload } from '../route.ts'
import { Debit, DebitPreview, DebitRun, Mandate, MandateOffer, NewMandate, StaffMandate } from './debit-shapes.ts'
import {
  BankDetails,
  BankLine,
  ConfirmedLine,
  OwnAccount,
  CsvColumns,
  RememberedPayer,
  StatementImport,
  StatementFileContent,
  WrittenReason,
} from './shapes.ts'
import { bankLineGroups, bankPage, maxStatementBytes } from './words.ts'

const access = 'staff.money'
const LineParams = z.object({ lineId: Id })
const RunParams = z.object({ runId: Id })
const DebitParams = z.object({ debitId: Id })
const Skip = z.coerce.number().int().min(0).max(1_000_000).default(0)

/** Browsers say this and that of such files, or nothing; what it really is, is read off the file. */
export const statementUpload = {
  mediaTypes: [
    'application/octet-stream',
    'application/xml',
    'text/xml',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
    'application/x-ofx',
    'application/vnd.intu.qfx',
    'application/zip',
    'application/x-zip-compressed',
    'application/qif',
    'application/x-qif',
  ],
  maxBytes: maxStatementBytes,
} as const satisfies Upload

export const bankApi = routes({
  getDetails: {
    method: 'GET',
    path: '/api/bank/details/',
    access: 'signedIn',
    summary: 'Where to transfer money to, and the references that say whose it is and what for.',
    output: BankDetails,
  },
  importStatement: {
    method: 'POST',
    path: '/api/admin/bank/imports/',
    access,
    summary: 'Reads a bank statement (CAMT.053, MT940, OFX, CSV). Lines that are there already are not added again.',
    query: z.object({ name: Text(200).default(''), isTrial: z.stringbool().default(false) }),
    upload: statementUpload,
    output: StatementFileContent,
    errors: ['tooLarge', 'wrongType'],
  },
  listImports: {
    method: 'GET',
    path: '/api/admin/bank/imports/',
    access,
    summary: 'The last 20 files, newest first.',
    output: z.object({ imports: z.array(StatementImport) }),
  },
  saveColumns: {
    method: 'PUT',
    path: '/api/admin/bank/columns/',
    access,
    summary: 'Remembers which column means what, for CSV files with the same heading.',
    body: z.object({ heading: z.string().min(1).max(4000), columns: CsvColumns }),
    output: Empty,
  },
  listLines: {
    method: 'GET',
    path: '/api/admin/bank/lines/',
    access,
    summary: `Lines of statements, oldest first (those done with: newest first), ${bankPage} at a time, with what each may be and why.`,
    query: z.object({ group: z.enum(bankLineGroups).default('certain'), skip: Skip, text: Text(100).default('') }),
    output: z.object({
      lines: z.array(BankLine),
      total: z.number().int(),
      counts: z.object({ certain: z.number().int(), proposal: z.number().int(), unknown: z.number().int() }),
      /** More wait than are looked at in one go; the rest follows when these are done. */
      isPartial: z.boolean(),
    }),
  },
  confirmLines: {
    method: 'POST',
    path: '/api/admin/bank/lines/confirm/',
    access,
    summary: 'Books lines as what they are said to be. Each is booked once, also when two confirm it at the same time.',
    body: z.object({
      lines: z
        .array(ConfirmedLine)
        .min(1)
        .max(bankPage * 2),
    }),
    output: z.object({
      confirmed: z.array(z.number().int()),
      refused: z.array(z.object({ lineId: z.number().int(), detail: z.string() })),
    }),
  },
  undoLine: {
    method: 'POST',
    path: '/api/admin/bank/lines/:lineId/undo/',
    access,
    summary: 'Takes back what a line was booked as, or that it was set aside. It waits again.',
    params: LineParams,
    output: Empty,
    errors: ['notFound', 'alreadyDecided', 'ownBalance', 'givenBack'],
  },
  setLineAside: {
    method: 'POST',
    path: '/api/admin/bank/lines/:lineId/set-aside/',
    access,
    summary: 'Books nothing for a line, with a reason.',
    params: LineParams,
    body: z.object({ reason: WrittenReason }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
  listPayers: {
    method: 'GET',
    path: '/api/admin/bank/payers/',
    access,
    summary:
      'Accounts that paid for members before, by name, a page at a time, and the accounts that are the space’s own.',
    query: z.object({ text: Text(100).default(''), skip: Skip }),
    output: z.object({
      payers: z.array(RememberedPayer),
      total: z.number().int(),
      /** The space’s own accounts, which are never a payer’s. */
      ownAccounts: z.array(OwnAccount),
    }),
  },
  removeOwnAccount: {
    method: 'DELETE',
    path: '/api/admin/bank/own-accounts/:ownAccountId/',
    access,
    summary:
      'Says that an account is not the space’s own, so that it can be a payer’s. A statement of it makes it the space’s again.',
    params: z.object({ ownAccountId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
  removePayer: {
    method: 'DELETE',
    path: '/api/admin/bank/payers/:payerId/',
    access,
    summary: 'Forgets that an account paid for a member, in whatever name.',
    params: z.object({ payerId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
  getMandate: {
    method: 'GET',
    path: '/api/bank/mandate/',
    access: 'signedIn',
    summary: 'The caller’s mandate for direct debits, and what the space offers.',
    output: z.object({ offer: MandateOffer.nullable(), mandate: Mandate.nullable() }),
  },
  giveMandate: {
    method: 'POST',
    path: '/api/bank/mandate/',
    access: 'signedIn',
    summary: 'Lets the space debit an account for dues. It replaces a mandate given before.',
    body: NewMandate,
    output: Mandate,
    errors: ['debitsOff', 'mandateChanged'],
  },
  revokeMandate: {
    method: 'DELETE',
    path: '/api/bank/mandate/',
    access: 'signedIn',
    summary: 'Ends the caller’s mandate. What is with the bank already may still be debited.',
    output: Empty,
    errors: ['notFound'],
  },
  listMandates: {
    method: 'GET',
    path: '/api/admin/bank/mandates/',
    access,
    summary: 'Mandates in force, by name, a page at a time; account numbers are masked.',
    query: z.object({ text: Text(100).default(''), skip: Skip }),
    output: z.object({ mandates: z.array(StaffMandate), total: z.number().int() }),
  },
  endMandate: {
    method: 'POST',
    path: '/api/admin/bank/mandates/:mandateId/end/',
    access,
    summary: 'Ends a member’s mandate, with a reason that they are told.',
    params: z.object({ mandateId: Id }),
    body: z.object({ reason: WrittenReason }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
  previewDebits: {
    method: 'GET',
    path: '/api/admin/bank/debit-runs/preview/',
    access,
    summary: 'The charges due by a day that would be collected by direct debit; at most 2,000.',
    query: z.object({ dueBy: AnyDay }),
    output: DebitPreview,
  },
  startDebits: {
    method: 'POST',
    path: '/api/admin/bank/debit-runs/',
    access,
    summary: 'Announces a collection: members are told, and the charges count as on their way.',
    body: z.object({ dueBy: AnyDay, collectOn: FutureDay, fingerprint: z.string().max(100) }),
    output: z.object({ runId: z.number().int() }),
    errors: ['previewOutdated', 'debitsOff'],
  },
  listRuns: {
    method: 'GET',
    path: '/api/admin/bank/debit-runs/',
    access,
    summary: 'Collections, newest first, 20 at a time.',
    query: z.object({ skip: Skip }),
    output: z.object({ runs: z.array(DebitRun), total: z.number().int() }),
  },
  getRun: {
    method: 'GET',
    path: '/api/admin/bank/debit-runs/:runId/',
    access,
    summary: 'A collection with each of its debits.',
    params: RunParams,
    output: z.object({ run: DebitRun, debits: z.array(Debit) }),
    errors: ['notFound'],
  },
  downloadRun: {
    method: 'GET',
    path: '/api/admin/bank/debit-runs/:runId/file/',
    access,
    summary: 'The file for the bank: SEPA pain.008 or ABA. The same each time. It holds account numbers.',
    params: RunParams,
    output: Download,
    errors: ['notFound', 'alreadyDecided'],
  },
  settleRun: {
    method: 'POST',
    path: '/api/admin/bank/debit-runs/:runId/settle/',
    access,
    summary: 'The bank paid: books every debit of the collection that was not sent back.',
    params: RunParams,
    body: z.object({ paidOn: AnyDay }),
    output: z.object({ settled: z.number().int() }),
    errors: ['notFound', 'alreadyDecided'],
  },
  unsettleRun: {
    method: 'POST',
    path: '/api/admin/bank/debit-runs/:runId/unsettle/',
    access,
    summary:
      'The bank has not paid after all: every payment of the collection is reversed, its charges are on their way again, and the line of the statement waits.',
    params: RunParams,
    output: z.object({ unsettled: z.number().int() }),
    errors: ['notFound', 'alreadyDecided', 'givenBack'],
  },
  cancelRun: {
    method: 'POST',
    path: '/api/admin/bank/debit-runs/:runId/cancel/',
    access,
    summary: 'Calls a collection off: its charges are open again, and members are told.',
    params: RunParams,
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
  returnDebit: {
    method: 'POST',
    path: '/api/admin/bank/debits/:debitId/return/',
    access,
    summary: 'The bank sent a debit back: its charge is open again, and the member is told why.',
    params: DebitParams,
    body: z.object({ reason: WrittenReason }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
})
