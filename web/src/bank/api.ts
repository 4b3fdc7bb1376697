import type { BankLineGroup } from '@spacekeeper/contract/bank/words.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fieldErrors } from '#platform/api/api-error.ts'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'

const live = { live: 'billing' } as const

export type LineFilter = { group: BankLineGroup; skip: number; text: string }

export const bankLinesQuery = (filter: LineFilter) =>
  queryOptions({ ...apiQuery(api.bank.listLines, filter), placeholderData: keepPreviousData, meta: live })

export const importsQuery = queryOptions({ ...apiQuery(api.bank.listImports), meta: live })

/** Accounts that paid for members before. */
export const payersQuery = (filter: { text: string; skip: number }) =>
  queryOptions({ ...apiQuery(api.bank.listPayers, filter), placeholderData: keepPreviousData, meta: live })

export const runsQuery = (skip: number) =>
  queryOptions({ ...apiQuery(api.bank.listRuns, { skip }), placeholderData: keepPreviousData, meta: live })

export const runQuery = (runId: number) => queryOptions({ ...apiQuery(api.bank.getRun, { runId }), meta: live })

export const debitPreviewQuery = (dueBy: string) =>
  queryOptions({
    ...apiQuery(api.bank.previewDebits, { dueBy }),
    placeholderData: keepPreviousData,
    // What is announced is what was seen, so it is looked up each time.
    staleTime: 0,
    meta: live,
  })

export const mandatesQuery = (filter: { text: string; skip: number }) =>
  queryOptions({ ...apiQuery(api.bank.listMandates, filter), placeholderData: keepPreviousData, meta: live })

export const mandateQuery = queryOptions({ ...apiQuery(api.bank.getMandate), meta: live })

/** Where to transfer money to, with the member’s reference. */
export const bankDetailsQuery = queryOptions({ ...apiQuery(api.bank.getDetails), meta: { live: 'config' } })

/** What a member owes, to choose what a part of a line pays. */
export const payerDuesQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.billing.memberDues, { memberId }), meta: live })

export const bank = api.bank

/** Sends a statement; browsers give files of banks all kinds of types, or none. */
export const sendStatement = (file: File, { isTrial }: { isTrial: boolean }) =>
  bank.importStatement({
    name: file.name.slice(0, 200),
    isTrial: String(isTrial),
    file: new Blob([file], { type: 'application/octet-stream' }),
  })

/** What the server says of a file is about it as a whole. */
export const statementProblem = (error: unknown): string => fieldErrors(error)['file'] ?? errorText(error)
