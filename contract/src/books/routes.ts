import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Download, Empty, Id, routes } from '../route.ts'
import {
  AccountCodes,
  BookAccount,
  BookClosing,
  BookCurrency,
  BookDay,
  BookMonth,
  ExportFormat,
  JournalLine,
  MonthEnd,
} from './shapes.ts'

const MonthParams = z.object({ month: BookMonth })

export const booksApi = routes({
  get: {
    method: 'GET',
    path: '/api/admin/books/',
    access: 'staff.money',
    summary: 'Through which day the books are closed, every closing, and the codes of the accounts.',
    output: z.object({
      closedThrough: BookDay.nullable(),
      /** The last day that is over, and can be closed. */
      lastDay: BookDay,
      closings: z.array(BookClosing),
      codes: AccountCodes,
      plans: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  },
  getMonth: {
    method: 'GET',
    path: '/api/admin/books/months/:month/',
    access: 'staff.money',
    summary: 'The end of a month: revenue, deferred income, balances, open charges, the trial balance and its checks.',
    params: MonthParams,
    query: z.object({ currency: BookCurrency.optional() }),
    output: MonthEnd,
  },
  listLines: {
    method: 'GET',
    path: '/api/admin/books/months/:month/lines/',
    access: 'staff.money',
    summary: 'Lines of the journal of a month, oldest first, a page at a time; of one account, and one plan.',
    params: MonthParams,
    query: z.object({
      currency: BookCurrency.optional(),
      account: BookAccount.optional(),
      planId: Id.optional(),
      offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ lines: z.array(JournalLine), total: z.number().int() }),
  },
  export: {
    method: 'POST',
    path: '/api/admin/books/export/',
    access: 'staff.money',
    summary:
      'A month as a file for accounting software. The same month gives the same bytes; their hash is kept, and of a closed month other bytes are refused.',
    body: z.object({ month: BookMonth, format: ExportFormat, currency: BookCurrency.optional() }),
    output: Download,
    errors: ['accountCodesMissing', 'exportDiffers', 'booksBusy'],
  },
  close: {
    method: 'POST',
    path: '/api/admin/books/close/',
    access: 'staff.money',
    summary: 'Closes the books through a day that is over: nothing is booked on it or before it any more.',
    body: z.object({ through: BookDay }),
    output: Empty,
    errors: ['booksBusy'],
  },
  reopen: {
    method: 'POST',
    path: '/api/admin/books/reopen/',
    access: 'admin',
    summary: 'Opens the books again after a day, or all of them. Says why.',
    body: z.object({
      through: BookDay.nullable(),
      reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)),
    }),
    output: Empty,
  },
  updateCodes: {
    method: 'PUT',
    path: '/api/admin/books/codes/',
    access: 'staff.money',
    summary: 'The codes the accounts have in the books of the space, and those of single plans.',
    body: AccountCodes,
    output: Empty,
  },
})

export type BooksApi = typeof booksApi
