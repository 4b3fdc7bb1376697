// On its own: the profile shows it, and retention owns it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { ownRetentionQuery } from './api.ts'
import { KeptList } from './kept-list.tsx'
import classes from './retention.module.css'

/** How long what is about this member is kept; folded away, and asked for once it is opened. */
export const OwnDataSheet = () => {
  const { t } = useTranslation('retention')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('ownOpen')}</summary>
      {isOpen ? <Opened /> : null}
    </details>
  )
}

const Opened = () => {
  const { t } = useTranslation('retention')
  return <Page query={useQuery(ownRetentionQuery)}>{({ kept }) => <KeptList kept={kept} label={t('ownList')} />}</Page>
}
