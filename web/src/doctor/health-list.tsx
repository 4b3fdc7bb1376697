import { Anchor } from '@mantine/core'
import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { atPlaceholder, type HealthState } from '@spacekeeper/contract/doctor/words.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatRelative } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { asTo } from '#platform/shell/app-link.ts'
import { GuidedText } from '#platform/ui/guided-text.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import classes from './doctor.module.css'

/** The name of the page an address leads to; null for readers who may not open it. */
export type PageNames = (to: string) => string | null

const shown = {
  well: { kind: 'fine', text: 'stateWell' },
  attention: { kind: 'warning', text: 'stateAttention' },
  wrong: { kind: 'refused', text: 'stateWrong' },
  unknown: { kind: 'none', text: 'stateUnknown' },
} as const satisfies Record<HealthState, { kind: StatusKind; text: string }>

const old = { kind: 'waiting', text: 'stateOld' } as const satisfies { kind: StatusKind; text: string }

/** Younger than that is now. */
const freshMs = 2 * 60_000

/** The sentence with its instant in the reader's own time. */
const Sentence = ({ says, at }: Pick<HealthLine, 'says' | 'at'>) => {
  const [before = '', ...after] = says.split(atPlaceholder)
  return (
    <>
      {before}
      {after.map((text, place) => (
        <Fragment key={place}>
          {at === null ? null : <Moment at={at} />}
          {text}
        </Fragment>
      ))}
    </>
  )
}

const PageAnchor = ({ to, page, title }: { to: string; page: string; title: string }) => {
  const { t } = useTranslation('doctor')
  const { pathname, hash, searchParams } = new URL(to, globalThis.location.origin)
  return (
    <Anchor
      size="sm"
      underline="always"
      aria-label={t('openFor', { page, title })}
      renderRoot={(props) => (
        <Link to={asTo(pathname)} hash={hash.slice(1)} search={Object.fromEntries(searchParams)} {...props} />
      )}
    >
      {t('open', { page })}
    </Anchor>
  )
}

const Line = ({ line, nameOf, now }: { line: HealthLine; nameOf: PageNames; now: number }) => {
  const { t } = useTranslation('doctor')
  const { title, state, says, at, todo, to, lookedAt, isOld } = line
  const { kind, text } = isOld ? old : shown[state]
  const page = to === null ? null : nameOf(to)
  const isAged = lookedAt !== null && now - Date.parse(lookedAt) > freshMs
  return (
    <li className={classes.line}>
      <span className={classes.state}>
        <Status kind={kind}>{t(text)}</Status>
      </span>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span>
          <Sentence says={says} at={at} />
        </span>
        {todo === null ? null : (
          <span className={classes.todo}>
            <GuidedText text={todo} />
          </span>
        )}
        {to !== null && page !== null ? (
          <span>
            <PageAnchor to={to} page={page} title={title} />
          </span>
        ) : null}
        {isAged ? (
          <span className={classes.aged}>
            {t('lookedAt', { when: formatRelative(lookedAt, { now: new Date(now) }) })}
          </span>
        ) : null}
      </div>
    </li>
  )
}

/** Checks with what they found and what to do. */
export const HealthList = ({
  lines,
  label,
  nameOf,
  now,
}: {
  lines: readonly HealthLine[]
  label: string
  nameOf: PageNames
  now: number
}) => (
  <ul className={classes.lines} aria-label={label}>
    {lines.map((line) => (
      <Line key={line.name} line={line} nameOf={nameOf} now={now} />
    ))}
  </ul>
)
