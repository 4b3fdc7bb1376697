import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import classes from './site-banner.module.css'

const storageKey = 'closedBanner'
const readClosed = () => {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return '' // storage may be forbidden; then the banner comes back with the next page
  }
}
const keepClosed = (text: string) => {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // storage may be forbidden
  }
}

/** One line of the site above everything; once closed it stays away until its text changes. */
export const SiteBanner = () => {
  const { t } = useTranslation('platform')
  const text = useSite().features.siteBanner.trim()
  const [closed, setClosed] = useState(readClosed)
  if (text === '' || text === closed) return null
  const close = () => {
    keepClosed(text)
    setClosed(text)
  }
  return (
    <aside className={classes.banner} aria-label={t('siteNotice')}>
      <span className={classes.text}>{text}</span>
      <CloseButton className={classes.close} aria-label={t('closeBanner')} onClick={close} size="sm" />
    </aside>
  )
}
