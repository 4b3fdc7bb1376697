// On its own: pages of accounts show it.
import { Anchor } from '@mantine/core'
import { appScheme } from '@spacekeeper/contract/mobile/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import classes from './app-card.module.css'

/**
 * On pages that mails lead to: the same page in the app, for phones that do not open links there by themselves. Only
 * phones show it, and they do nothing where the app is not installed.
 */
export const OpenInAppRow = () => {
  const { t } = useTranslation('auth')
  const { features } = useSite()
  if (!features.enableMobileApp || window.mobileShell !== undefined) return null
  const { host, pathname, search } = globalThis.location
  return (
    <Anchor href={`${appScheme}://${host}${pathname}${search}`} size="sm" className={classes.onPhone ?? ''}>
      {t('openInApp')}
    </Anchor>
  )
}
