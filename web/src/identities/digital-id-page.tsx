import { Button, Card } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { IconPrinter, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#platform/i18n/format.ts'
import { sessionQuery, useProfile } from '#platform/session/session.ts'
import { standingOf } from '../members/standing-of.ts'
import { idCodeQuery } from './api.ts'
import { CodeCard } from './code-card.tsx'
import classes from './digital-id.module.css'

const DigitalIdPage = () => {
  const { t } = useTranslation('identities')
  const navigate = useNavigate()
  const profile = useProfile()
  if (!profile) return null
  return (
    <main className={classes.page}>
      <Card padding={0} className={classes.card ?? ''}>
        <div className={classes.head}>
          <h1 className={classes.title} tabIndex={-1}>
            {t('digitalId')}
          </h1>
          <p className={classes.name}>{profile.fullName}</p>
          <p className={classes.standing}>{t(standingOf(profile))}</p>
          <dl className={classes.pairs}>
            <dt>{t('memberNumber')}</dt>
            <dd>{profile.id}</dd>
            <dt>{t('memberSince')}</dt>
            <dd>{formatDate(profile.firstJoined)}</dd>
          </dl>
        </div>
        <div className={classes.code}>
          <CodeCard memberId={profile.id} />
        </div>
      </Card>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => void navigate({ to: '/dashboard', hash: 'digital-id', replace: true })}
        >
          {t('close')}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
    </main>
  )
}

export const Route = createFileRoute('/account/digital-id')({
  component: DigitalIdPage,
  loader: ({ context: { queryClient } }) => {
    const id = queryClient.getQueryData(sessionQuery.queryKey)?.id
    if (id !== undefined) void queryClient.prefetchQuery(idCodeQuery(id))
  },
  staticData: { title: 'identities:digitalId', name: 'digitalId', loggedIn: true, bgGradient: true },
})
