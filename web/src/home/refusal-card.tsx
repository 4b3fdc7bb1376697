import { Card, Title, Text, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import classes from './home.module.css'

type Props = { heading: string; children: ReactNode; hasContact?: boolean }

/** Why a page is not shown, who can change that, and the way home. */
export const RefusalCard = ({ heading, children, hasContact = false }: Props) => {
  const { t } = useTranslation('home')
  const isLoggedIn = useProfile() !== null
  const mail = useSite().contact.admin
  return (
    <Card component="section" className={classes.error ?? ''}>
      <Title order={2}>{heading}</Title>
      {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
      <div className={classes.errorActions}>
        <Button size="xs" component={Link} to={isLoggedIn ? '/dashboard' : '/login'}>
          {t(isLoggedIn ? 'goHome' : 'goLogin')}
        </Button>
        {hasContact && mail ? (
          <Button size="xs" component="a" href={`mailto:${mail}`} variant="default">
            {t('contact', { mail })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** For addresses that lead nowhere. */
export const NotFoundCard = () => {
  const { t } = useTranslation('home')
  return <RefusalCard heading={t('notFoundHeading')}>{t('notFoundText')}</RefusalCard>
}
