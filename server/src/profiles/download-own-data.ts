import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { writeLines, type Cell } from '#platform/csv/write-csv.ts'
import { change } from '#platform/db/change.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { zipFiles, type ZippedFile } from '#platform/zip/zip-files.ts'
import type { OwnList, OwnRow } from './own-list.ts'
import { ownLists } from './own-lists.ts'

type Own = { ctx: Ctx; memberId: number }

const asCell = (value: OwnRow[string]): Cell =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value

const csvOf = async function* (list: OwnList, { ctx, memberId }: Own) {
  const columns = list.columns.map((header) => ({ header, value: (row: OwnRow) => asCell(row[header]) }))
  yield writeLines({ columns, rows: [], isFirst: true })
  for await (const rows of list.read(ctx, memberId)) yield writeLines({ columns, rows, isFirst: false })
}

const jsonOf = async function* ({ ctx, memberId }: Own) {
  const facts = { site: await ctx.settings.get('SITE_NAME'), madeAt: ctx.now().toISOString() }
  yield JSON.stringify(facts).slice(0, -1)
  for (const list of ownLists) {
    yield `,\n"${list.name}": [`
    let separator = '\n'
    for await (const rows of list.read(ctx, memberId)) {
      for (const row of rows) {
        yield separator + JSON.stringify(row)
        separator = ',\n'
      }
    }
    yield ']'
  }
  yield '}\n'
}

/** Everything the tables hold about the caller: once as JSON, and each list as a table. */
export const downloadOwnData = async (ctx: Ctx): Promise<File> => {
  const own = { ctx, memberId: memberOf(ctx).id }
  await change(ctx, 'profile.dataDownloaded', async () => ({
    result: undefined,
    subject: { kind: 'member', id: own.memberId },
  }))
  const files: ZippedFile[] = [
    { name: 'data.json', content: jsonOf(own) },
    ...ownLists.map((list) => ({ name: `${list.name}.csv`, content: csvOf(list, own) })),
  ]
  return {
    name: `my-data-${ctx.now().toISOString().slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    content: zipFiles(files),
  }
}
