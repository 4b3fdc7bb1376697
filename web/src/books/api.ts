import type { BookAccount } from '@spacekeeper/contract/books/words.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const booksQuery = queryOptions({ ...apiQuery(api.books.get), meta: { live: ['billing', 'memberbucks'] } })

/** A month as it is asked for; without a currency in that of the site. */
export type AskedMonth = { month: string; currency?: string | undefined }

export const monthQuery = (asked: AskedMonth) =>
  queryOptions({ ...apiQuery(api.books.getMonth, asked), meta: { live: ['billing', 'memberbucks'] } })

export type AskedLines = AskedMonth & { account?: BookAccount | undefined; planId?: number | undefined }

const firstLine = 0

/** Lines of the journal, a page after the other. */
export const journalLinesQuery = (asked: AskedLines) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.books.listLines, asked),
    queryFn: ({ pageParam: offset }) => api.books.listLines({ ...asked, offset }),
    initialPageParam: firstLine,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { lines }) => sum + lines.length, 0)
      return shown < last.total ? shown : undefined
    },
  })

export const { close: closeBooks, reopen: reopenBooks, updateCodes, export: exportMonth } = api.books
