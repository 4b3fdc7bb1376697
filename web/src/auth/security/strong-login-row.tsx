// On its own: the frame loads it where permissions wait.
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from '#platform/ui/page.module.css'

const page = '/account/security'

/** Says on every page that staff permissions wait, and leads to where that ends. */
export const StrongLoginRow = () => {
  const { t } = useTranslation('auth')
  const { pathname } = useLocation()
  if (pathname === page) return null
  return (
    <div className={classes.stale} role="status">
      <Status kind="warning">{t('strongLoginWaits')}</Status>
      <Button size="xs" variant="default" component={Link} to={page}>
        {t('strongLoginGo')}
      </Button>
    </div>
  )
}
