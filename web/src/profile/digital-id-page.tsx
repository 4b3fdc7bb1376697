import { Card, Button } from '@mantine/core'
import { IconId, IconX } from '@tabler/icons-react'
import { useNavigate, createFileRoute } from '@tanstack/react-router'
import { formatIdDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile, sessionQuery } from '#platform/session/session.ts'
import { WalletCard } from '../wallet/wallet-card.tsx'
import { CodeCard } from './code-card.tsx'
import { idCodeQuery } from './id-codes.ts'
import { OwnStandingBadge } from './standing-badge.tsx'
import classes from './digital-id.module.css'

const DatePair = ({ name, at }: { name: string; at: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{formatIdDate(at)}</dd>
  </>
)

/** Who the member is: with the full name, whatever other members see, because it proves it. */
const DigitalIdPage = () => {
  const { t } = useTranslation('profile')
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
          <OwnStandingBadge profile={profile} />
          <dl className={classes.pairs}>
            <dt>{t('memberNumber')}</dt>
            <dd>{profile.id}</dd>
            {profile.memberSince ? (
              <DatePair name={t('memberSince')} at={profile.memberSince} />
            ) : (
              <DatePair name={t('registered')} at={profile.registrationDate} />
            )}
            {profile.suspension ? <DatePair name={t('suspendedSince')} at={profile.suspension.since} /> : null}
          </dl>
        </div>
        <div className={classes.code}>
          <CodeCard memberId={profile.id} />
        </div>
      </Card>
      <p className={classes.why}>{t('fullNameHint')}</p>
      <WalletCard isActive={profile.state === 'active' && !profile.suspension} />
      <div className={classes.actions}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => void navigate({ to: '/dashboard', hash: 'digital-id', replace: true })}
        >
          {t('close')}
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
  staticData: {
    title: 'profile:digitalId',
    name: 'digitalId',
    loggedIn: true,
    bgGradient: true,
    menu: { group: 'membership', icon: IconId, order: 15 },
  },
})
