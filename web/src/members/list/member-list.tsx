import { Checkbox } from '@mantine/core'
import type { MemberListRow } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords } from '@spacekeeper/contract/members/words.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '#platform/i18n/format.ts'
import { StandingBadge } from '../standing-badge.tsx'
import type { VirtualCards } from './rows.ts'
import type { Selecting } from './selection.ts'
import classes from './member-list.module.css'

type Props = {
  cards: VirtualCards
  rowAt: (index: number) => MemberListRow | undefined
  selecting: Selecting
  isStale: boolean
}

/** The same members where there is no room for a table: a card each, which scrolls with the page. */
export const MemberList = ({ cards, rowAt, selecting, isStale }: Props) => {
  const { list, items, before, after, measure } = cards
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ paddingTop: before, paddingBottom: after, opacity: isStale ? 0.6 : 1 }}
    >
      {items.map((index) => (
        <li key={index} data-index={index} ref={measure} className={classes.item}>
          <Member row={rowAt(index)} selecting={selecting} />
        </li>
      ))}
    </ul>
  )
}

const Member = ({ row, selecting }: { row: MemberListRow | undefined; selecting: Selecting }) => {
  const { t } = useTranslation('members')
  if (!row) return <div className={classes.coming} />
  const mark = row.isAdmin ? t('administrator') : row.permissions.length > 0 ? t('staff') : null
  return (
    <div className={classes.card} data-selected={selecting.has(row.id) || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox in it has a name of its own */}
      <label className={classes.tick}>
        <Checkbox
          checked={selecting.has(row.id)}
          onChange={() => selecting.toggle(row.id)}
          aria-label={t('select', { name: row.fullName })}
        />
      </label>
      <Link to="/manage/members/$memberId" params={{ memberId: String(row.id) }} className={classes.link}>
        <span className={classes.name}>{row.fullName}</span>
        <StandingBadge standing={row.standing} />
        <span className={classes.more}>
          {row.screenName}, {row.lastSeen ? t('seenOn', { moment: formatMoment(row.lastSeen) }) : t('neverSeen')}
          {mark ? `, ${mark.toLowerCase()}` : null}
          {row.emailState === 'confirmed' ? null : `, ${emailStateWords[row.emailState].toLowerCase()}`}
        </span>
      </Link>
    </div>
  )
}
