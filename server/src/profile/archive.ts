import type { File } from '@spacekeeper/contract/route.ts'
import { type Cell, writeLines } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import type { Domains } from '#platform/domain.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { PersonalList, PersonalRow } from '#platform/personal-data.ts'
import { type ZippedFile, zipFiles } from '#platform/zip/zip-files.ts'

type ArchiveOf = { ctx: Ctx; memberId: number; lists: readonly PersonalList[] }

const asCell = (value: PersonalRow[string]): Cell =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value

const csvOf = async function* (list: PersonalList, { ctx, memberId }: Omit<ArchiveOf, 'lists'>) {
  const columns = list.columns.map((header) => ({ header, value: (row: PersonalRow) => asCell(row[header]) }))
  yield writeLines({ columns, rows: [], isFirst: true })
  for await (const rows of list.read(ctx, memberId)) yield writeLines({ columns, rows, isFirst: false })
}

const jsonOf = async function* ({ ctx, memberId, lists }: ArchiveOf) {
  const facts = { site: await ctx.settings.get('SITE_NAME'), madeAt: ctx.now().toISOString() }
  yield JSON.stringify(facts).slice(0, -1)
  for (const list of lists) {
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
export const downloadData = async (ctx: Ctx, domains: Domains): Promise<File> => {
  const lists = domains.flatMap(({ personalData }) => personalData?.lists ?? [])
  const own = { ctx, memberId: memberOf(ctx).id, lists }
  await change(ctx, 'profile.dataDownloaded', async () => ({
    result: undefined,
    subject: { kind: 'member', id: own.memberId },
  }))
  const files: ZippedFile[] = [
    { name: 'data.json', content: jsonOf(own) },
    ...lists.map((list) => ({ name: `${list.name}.csv`, content: csvOf(list, own) })),
  ]
  return {
    name: `my-data-${ctx.now().toISOString().slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    content: zipFiles(files),
  }
}
