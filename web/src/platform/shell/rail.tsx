import { VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { asTo } from './app-link.ts'
import { groupOrder, isCurrent } from './menu.ts'
import type { MenuEntry } from './menu.ts'
import type { MenuGroup, UseMenuCount } from './route-flags.ts'
import { useMenu } from './use-shell.ts'
import classes from './rail.module.css'

const groupTitles = {
  home: null,
  membership: 'groupMembership',
  tools: 'groupTools',
  admin: 'groupAdmin',
  end: null,
} as const satisfies Record<MenuGroup, string | null>

type Props = { label: string; head?: ReactNode; onNavigate?: () => void }

/** The whole menu, in groups: the rail on wide screens, the drawer on phones. */
export const MenuList = ({ label, head, onNavigate }: Props) => {
  const { t } = useTranslation('platform')
  const menu = useMenu()
  return (
    <nav aria-label={label} className={classes.list}>
      {head}
      {groupOrder.map((group) => {
        const entries = menu.filter((entry) => entry.group === group)
        const title = groupTitles[group]
        if (entries.length === 0) return null
        return (
          <div
            key={group}
            className={classes.group}
            role={title ? 'group' : undefined}
            aria-label={title ? t(title) : undefined}
          >
            {title ? (
              <div className={classes.groupTitle} aria-hidden>
                {t(title)}
              </div>
            ) : null}
            {entries.map((entry) => (
              <MenuRow key={entry.path} entry={entry} {...(onNavigate ? { onNavigate } : {})} />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** Of the fifty rows of an administrator only those are drawn anew that begin or cease to stand for the open page. */
const MenuRow = memo(({ entry, onNavigate }: { entry: MenuEntry; onNavigate?: () => void }) => {
  const t = useText()
  const current = useLocation({ select: ({ pathname }) => isCurrent(entry, pathname) })
  const Icon = entry.icon
  return (
    <Link
      to={asTo(entry.path)}
      className={classes.row}
      data-current={current || undefined}
      aria-current={current ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{t(entry.title)}</span>
      {entry.useCount ? <MenuBadge useCount={entry.useCount} /> : null}
    </Link>
  )
})
MenuRow.displayName = 'MenuRow'

const MenuBadge = ({ useCount }: { useCount: UseMenuCount }) => {
  const said = useCount()
  if (said === null) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{said.count}</span>
      <VisuallyHidden>{said.words}</VisuallyHidden>
    </span>
  )
}
