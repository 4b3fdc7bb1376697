import { hash } from 'node:crypto'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import type { Day } from '#platform/local-day.ts'
import { fullName } from '#platform/shown-name.ts'

/** What a signature keeps of the text it stands under. */
export const hashWording = ({ title, text }: { title: string; text: string }): Buffer =>
  hash('sha256', `${title}\n\n${text}`, 'buffer')

type DatedVersion = { number: number; inForceFrom: Day }

/** The text that is signed on a day: the latest written of those whose day has come. */
export const versionInForce = <Version extends DatedVersion>(
  versions: readonly Version[],
  today: Day,
): Version | null => {
  const begun = versions.filter(({ inForceFrom }) => inForceFrom <= today)
  return begun.toSorted((a, b) => b.number - a.number)[0] ?? null
}

/** The next text that comes into force, if one does. */
export const nextVersion = <Version extends DatedVersion>(versions: readonly Version[], today: Day): Version | null => {
  const current = versionInForce(versions, today)?.number ?? 0
  const coming = versions.filter(({ number, inForceFrom }) => number > current && inForceFrom > today)
  return coming.toSorted((a, b) => a.inForceFrom.localeCompare(b.inForceFrom) || a.number - b.number)[0] ?? null
}

const wordsOfName = (name: string) =>
  foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether what was typed is a member's name, whatever its accents, capitals, spaces and hyphens. */
export const isNameOf = (typed: string, member: { firstName: string; lastName: string }): boolean =>
  wordsOfName(typed) === wordsOfName(fullName(member))

/** "A and B", "A, B and C". */
export const listTitles = (titles: readonly string[]): string => {
  const quoted = titles.map((title) => `“${title}”`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`
}
