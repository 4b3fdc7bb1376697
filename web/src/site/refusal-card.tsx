import type { ReactNode } from 'react'
import { Button, Card, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './site.module.css'

type Props = { badge?: string; heading: string; children: ReactNode; hasContact?: boolean }

/** Why a page is not shown, who can change that, and the way home. */
export const RefusalCard = ({ badge, heading, children, hasContact = false }: Props) => {
  const { t } = useTranslation('site')
  const isLoggedIn = useProfile() !== null
  const mail = useSite().contact.admin
  return (
    <Card component="section" className={classes.error ?? ''}>
      {badge ? (
        <Status kind="refused" tinted>
          {badge}
        </Status>
      ) : null}
      <Title order={2}>{heading}</Title>
      {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
      <div className={classes.errorActions}>
        <Button component={Link} to={isLoggedIn ? '/dashboard' : '/login'}>
          {t(isLoggedIn ? 'goHome' : 'goLogin')}
        </Button>
        {hasContact && mail ? (
          <Button component="a" href={`mailto:${mail}`} variant="default">
            {t('contact', { mail })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
