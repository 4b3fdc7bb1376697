import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LateSearchDialog } from './late-parts.ts'
import classes from './search.module.css'

const loadAhead = () => void LateSearchDialog.load().catch(() => null) // asked for again at the click

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search, as Ctrl or Cmd and K do: looks like a field on wide screens, and is an icon on phones. */
export const Search = () => {
  const { t } = useTranslation('platform')
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  // Also out of a field: nothing else listens to it there.
  useHotkeys([['mod+K', open]], [])
  const opening = {
    onClick: open,
    onMouseEnter: loadAhead,
    onFocus: loadAhead,
    'aria-haspopup': 'dialog' as const,
  }
  return (
    <>
      <UnstyledButton className={classes.button} aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'} {...opening}>
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.words}>{t('searchOrJump')}</span>
        <span className={classes.keys} aria-hidden>
          {t(isMac ? 'searchShortcutMac' : 'searchShortcut')}
        </span>
      </UnstyledButton>
      <ActionIcon className={classes.icon} size={44} c="var(--bar-ink)" aria-label={t('searchOrJump')} {...opening}>
        <IconSearch size={22} stroke={1.7} aria-hidden />
      </ActionIcon>
      {isWanted ? <LateSearchDialog isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
