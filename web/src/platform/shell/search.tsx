import { lazy, Suspense, useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './search.module.css'

const loadDialog = () => import('./search-dialog.tsx')
const SearchDialog = lazy(() => loadDialog().then(({ SearchDialog: dialog }) => ({ default: dialog })))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A button that looks like a field and opens the search, as Ctrl or Cmd and K do. */
export const Search = () => {
  const { t } = useTranslation('platform')
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    void loadDialog().then(({ openSearch }) => openSearch())
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={open}
        onMouseEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.words}>{t('searchOrJump')}</span>
        <span className={classes.keys} aria-hidden>
          {t(isMac ? 'searchShortcutMac' : 'searchShortcut')}
        </span>
      </UnstyledButton>
      {wanted ? (
        <Suspense fallback={null}>
          <SearchDialog />
        </Suspense>
      ) : null}
    </>
  )
}
