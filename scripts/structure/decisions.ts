import { basename } from 'node:path/posix'
import { numbered } from './documents.ts'
import type { Check, Tree } from './tree.ts'

/** Subjects by which records are looked for, in the order of the index. */
const subjects = [
  'structure and tests',
  'data and processes',
  'speed',
  'logging in and rights',
  'members',
  'doors and devices',
  'money',
  'messages',
  'meetings and votes',
  'screens and apps',
  'the space',
  'operations',
]

const folder = 'docs/decisions'
const index = `${folder}/README.md`
const title = /^# (?<number>\d+)\. (?<name>.+)\n/
const subjectLine =
  /^# .+\n\nSubject: (?<subject>[a-z ]+) · (?:In force(?:, amended by (?<amendedBy>\d{4}(?:, \d{4})*))?|Replaced by (?<replacedBy>\d{4}))\n/

/** Records up to this one were written before the headings were asked for. */
const lastWithoutHeadings = 76
const headings = ['**Decided.**', '**Why.**', '**Why not', '**Costs.**']

type DecisionRecord = { path: string; number: string; text: string }

const recordsOf = (tree: Tree): DecisionRecord[] =>
  [...tree]
    .filter(([path]) => /^docs\/decisions\/\d/.test(path))
    .map(([path, text]) => ({ path, number: basename(path).slice(0, 4), text }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** Decision records are named by their number, and say it in their title. */
export const numberedDecisions: Check = (tree) => {
  const records = recordsOf(tree)
  const untitled = records.filter(({ number, text }) => !text.startsWith(`# ${Number(number)}. `))
  return [
    ...numbered(
      records.map(({ path }) => path),
      '-',
    ),
    ...untitled.map(({ path }) => `${path}: expected the title to begin with its number`),
  ]
}

const laterNumbers = (groups: Record<string, string | undefined>): string[] =>
  [groups['amendedBy']?.split(', ') ?? [], groups['replacedBy'] ?? []].flat()

/** A decision record says what it is about and whether it holds, and new ones what, why, why not otherwise, and at which cost. */
export const soundDecisions: Check = (tree) => {
  const records = recordsOf(tree)
  return records.flatMap(({ path, number, text }) => {
    const groups = subjectLine.exec(text)?.groups
    if (!groups || !subjects.includes(groups['subject'] ?? '')) {
      return [
        `${path}: expected "Subject: … · In force" or "Subject: … · Replaced by NNNN" below the title, with one of ${subjects.join(', ')}`,
      ]
    }
    const unknown = laterNumbers(groups).filter(
      (later) => later <= number || !records.some((record) => record.number === later),
    )
    const missing = Number(number) > lastWithoutHeadings ? headings.filter((heading) => !text.includes(heading)) : []
    return [
      ...unknown.map((later) => `${path}: there is no later record ${later}`),
      ...missing.map((heading) => `${path}: has no ${heading}`),
    ]
  })
}

const head = `<!-- Written by \`npm run decisions\` from the records. Not edited by hand. -->

# Decision records

They say why things are as they are, by subject. A record that no longer holds names the one that replaced it, and one of which a part was changed names those that did.
`

const entryOf = (tree: Tree, { path, number, text }: DecisionRecord): string => {
  const { replacedBy, amendedBy } = subjectLine.exec(text)?.groups ?? {}
  const linkTo = (to: string) => {
    const found = recordsOf(tree).find((record) => record.number === to)
    return `[${to}](${basename(found?.path ?? '')})`
  }
  const amended = amendedBy === undefined ? '' : `, amended by ${amendedBy.split(', ').map(linkTo).join(', ')}`
  const state = replacedBy === undefined ? `in force${amended}` : `replaced by ${linkTo(replacedBy)}`
  return `- [${number}](${basename(path)}) ${title.exec(text)?.groups?.['name'] ?? ''}: ${state}\n`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Writes the text of docs/decisions/README.md from the records. */
export const writeDecisionIndex = (tree: Tree): string => {
  const records = recordsOf(tree)
  const sections = subjects.flatMap((subject) => {
    const about = records.filter(({ text }) => subjectLine.exec(text)?.groups?.['subject'] === subject)
    const entries = about.map((record) => entryOf(tree, record)).join('')
    return about.length === 0 ? [] : [`## ${capital(subject)}\n\n${entries}`]
  })
  return [head, ...sections].join('\n')
}

export const currentDecisionIndex: Check = (tree) =>
  tree.get(index) === writeDecisionIndex(tree) ? [] : [`${index}: not what the records say; run \`npm run decisions\``]
