import { Text } from '@mantine/core'
import { shallowEqual } from '@mantine/hooks'
import type { Piece, Fact } from '@spacekeeper/contract/audit/shapes.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatDay, formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { groupBy } from '#platform/ui/group-by.ts'
import { type StatusKind, StatusIcon } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { FactsTable } from './facts-table.tsx'
import classes from './audit.module.css'

export type ListedEntry = {
  key: string
  at: string
  mark: StatusKind
  sentence: readonly Piece[]
  detail: string
  facts: readonly Fact[]
}

const dayMs = 86_400_000

const groupByDay = (entries: readonly ListedEntry[]) => [...groupBy(entries, ({ at }) => new Date(at).toDateString())]

/** What happened, day by day: when, a mark, the sentence and what changed. */
export const EntriesList = ({ entries, titles }: { entries: readonly ListedEntry[]; titles: 'h2' | 'h3' }) => {
  const { t } = useTranslation('audit')
  const now = useNow(60_000)
  const wordDay = (day: string) => {
    if (day === new Date(now).toDateString()) return t('today')
    return day === new Date(now - dayMs).toDateString() ? t('yesterday') : formatDay(day)
  }
  return groupByDay(entries).map(([day, some]) => (
    <section key={day} className={classes.day} aria-label={wordDay(day)}>
      <Text component={titles} className={classes.dayTitle ?? ''}>
        {wordDay(day)}
      </Text>
      <ul className={classes.list}>
        {some.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

/** Showing more, and the minute, draw no entry anew that stays the same. */
const Entry = memo(
  ({ entry: { at, mark, sentence, detail, facts } }: { entry: ListedEntry }) => (
    <li className={classes.entry}>
      <time dateTime={at} className={classes.time}>
        {formatTime(at)}
      </time>
      <StatusIcon kind={mark} />
      <div className={classes.what}>
        <span className={classes.sentence}>
          <Sentence pieces={sentence} />
        </span>
        {detail ? <span className={classes.fact}>{detail}</span> : null}
        <FactsTable facts={facts} />
      </div>
    </li>
  ),
  (one, other) => shallowEqual(one.entry, other.entry),
)
Entry.displayName = 'Entry'

/** A sentence whose people lead to their page. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, memberId }, at) =>
    memberId === null ? (
      text
    ) : (
      <Link
        key={`${at} ${memberId}`}
        to="/manage/members/$memberId"
        params={{ memberId: String(memberId) }}
        className={classes.person}
      >
        {text}
      </Link>
    ),
  )
