/** A reference from one table to another, by name. */
export type ForeignKey = { from: string; to: string }

type TablesPageFacts = { owners: ReadonlyMap<string, readonly string[]>; foreignKeys: readonly ForeignKey[] }

const head = `<!-- Written by \`npm run db:types\` from the migrations and each domain.ts. Not edited by hand. -->

# Tables and their owners

A table is written only by the domain that owns it; others call a function of that domain. Every query may join any table. A domain names its tables in its \`domain.ts\`, which \`npm run check\` holds against the code and the migrations.
`

const foot =
  'Columns with a meaning that is not obvious are explained in the migration that adds them. What becomes of each table when a member downloads their data or closes their account stands in the `personal-data.ts` of its domain.\n'

const sorted = (owners: TablesPageFacts['owners']) => [...owners].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Nearly every table points at these, so the picture leaves them out. */
const isEverywhere = (table: string) => table === 'members' || table === 'devices'

const drawPicture = ({ owners, foreignKeys }: TablesPageFacts): string => {
  const ownerOf = new Map([...owners].flatMap(([owner, tables]) => tables.map((table) => [table, owner])))
  const boxes = sorted(owners).map(([owner, tables]) => {
    const names = tables.map((table) => `    ${table}\n`).join('')
    return `  subgraph ${owner.replaceAll('-', '_')}["${owner}"]\n${names}  end\n`
  })
  const arrows = foreignKeys
    .filter(({ from, to }) => !isEverywhere(to) && ownerOf.get(from) !== ownerOf.get(to))
    .map(({ from, to }) => `  ${from} --> ${to}\n`)
  return `\`\`\`mermaid\nflowchart LR\n${boxes.join('')}${arrows.join('')}\`\`\`\n`
}

/** Columns are as wide as their widest cell, as the formatter would have them. */
const alignTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const [header, ...body] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`,
  )
  return `${header}| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n${body.join('')}`
}

const listTables = ({ owners, foreignKeys }: TablesPageFacts): string =>
  alignTable([
    ['table', 'owner', 'points at'],
    ...sorted(owners).flatMap(([owner, tables]) =>
      tables.map((table) => {
        const targets = foreignKeys
          .filter(({ from, to }) => from === table && to !== table)
          .map(({ to }) => `\`${to}\``)
        return [`\`${table}\``, owner, [...new Set(targets)].join(', ')]
      }),
    ),
  ])

/** The text of docs/tables.md. The foreign keys come sorted by both of their ends. */
export const writeTablesPage = (facts: TablesPageFacts): string =>
  [
    head,
    drawPicture(facts),
    'Arrows are foreign keys between domains. Left out, because nearly every table has them: those that point at a member or at a device.\n',
    listTables(facts),
    foot,
  ].join('\n')
