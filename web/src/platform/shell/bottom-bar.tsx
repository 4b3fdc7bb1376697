import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { memo } from 'react'
import { useText } from '#platform/i18n/use-text.ts'
import { asTo } from './app-link.ts'
import { isCurrent } from './menu.ts'
import { useMenu } from './use-shell.ts'
import classes from './bottom-bar.module.css'

type Props = { onMore: () => void; isMoreOpen: boolean }

/** What members use most, under the thumb; the rest is behind More. */
export const BottomBar = memo(({ onMore, isMoreOpen }: Props) => {
  const t = useText()
  const pathname = useLocation({ select: (location) => location.pathname })
  const entries = useMenu().filter(({ isInBottomBar }) => isInBottomBar)
  return (
    <nav className={classes.bar} aria-label={t('platform:quickMenu')}>
      {entries.map((entry) => {
        const current = isCurrent(entry, pathname)
        const Icon = entry.icon
        return (
          <Link
            key={entry.path}
            to={asTo(entry.path)}
            className={classes.item}
            data-current={current || undefined}
            aria-current={current ? 'page' : undefined}
          >
            <Icon size={22} stroke={1.7} aria-hidden />
            {t(entry.title)}
          </Link>
        )
      })}
      <UnstyledButton className={classes.item} onClick={onMore} aria-haspopup="dialog" aria-expanded={isMoreOpen}>
        <IconDots size={22} stroke={1.7} aria-hidden />
        {t('platform:openMenu')}
      </UnstyledButton>
    </nav>
  )
})
BottomBar.displayName = 'BottomBar'
