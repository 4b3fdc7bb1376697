import type { MemberListRow } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords } from '@spacekeeper/contract/members/words.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { StandingBadge } from '../standing-badge.tsx'
import { useVirtualCards, useWindows } from './rows.ts'
import type { MemberSearch } from './search.ts'
import type { Selecting } from './selection.ts'
import classes from './member-list.module.css'
import tableClasses from './member-table.module.css'

type Props = {
  search: MemberSearch
  total: number
  selecting: Selecting
  isStale: boolean
}

/** The same members where there is no room for a table: a card each, which scrolls with the page. */
export const MemberList = ({ search, total, selecting, isStale }: Props) => {
  const { list, items, before, after, measure, inSight } = useVirtualCards(total)
  const rowAt = useWindows(search, inSight)
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ paddingTop: before, paddingBottom: after, opacity: isStale ? 0.6 : 1 }}
    >
      {items.map((index) => {
        const row = rowAt(index)
        return (
          <li key={index} data-index={index} ref={measure} className={classes.item}>
            {row ? (
              <MemberCard row={row} isSelected={selecting.has(row.id)} onToggle={selecting.toggle} />
            ) : (
              <div className={classes.coming} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type MemberCardProps = { row: MemberListRow; isSelected: boolean; onToggle: (id: number) => void }

const MemberCard = memo(({ row, isSelected, onToggle }: MemberCardProps) => {
  const { t } = useTranslation('members')
  const mark = row.isAdmin ? t('administrator') : row.permissions.length > 0 ? t('staff') : null
  return (
    <div className={classes.card} data-selected={isSelected || undefined}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          className={tableClasses.check}
          checked={isSelected}
          onChange={() => onToggle(row.id)}
          aria-label={t('select', { name: row.fullName })}
        />
      </label>
      <Link to="/manage/members/$memberId" params={{ memberId: String(row.id) }} className={classes.link}>
        <span className={classes.name}>{row.fullName}</span>
        <StandingBadge standing={row.standing} />
        <span className={classes.more}>
          {row.screenName}, {row.lastSeen ? t('seenOn', { moment: formatMoment(row.lastSeen) }) : t('neverSeen')}
          {mark ? `, ${mark}` : null}
          {row.emailState === 'confirmed' ? null : `, ${emailStateWords[row.emailState]}`}
        </span>
      </Link>
    </div>
  )
})
MemberCard.displayName = 'MemberCard'
