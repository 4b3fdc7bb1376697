import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useDelay } from '#platform/form/use-once.ts'
import { startSession } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { createFirstAdmin, setupQuery } from './api.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { RegistrationForm } from './registration-form.tsx'

const redirectMs = 2000

type Outcome = 'open' | 'done' | 'alreadySetUp' | 'unusable'

const SetupPage = () => {
  const { t } = useTranslation('accounts')
  const { setupToken } = Route.useParams()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('open')
  const check = useQuery({ ...setupQuery(setupToken), enabled: outcome === 'open' })

  if (outcome === 'done') return <Done />
  if (outcome === 'alreadySetUp') return <Refused title={t('setupAlready')} text={t('setupAlreadyHint')} />
  if (outcome === 'unusable') return <Refused title={t('setupUnusable')} text={t('setupUnusableHint')} />
  if (check.isFetching) return <OutcomeCard kind="working" title={t('setupChecking')} />
  if (check.isError) {
    return (
      <OutcomeCard kind="failed" title={t('setupCheckFailed')} text={errorText(check.error)}>
        <Button onClick={() => void check.refetch()}>{t('tryAgain')}</Button>
      </OutcomeCard>
    )
  }
  if (!check.data?.isUsable) return <Refused title={t('setupUnusable')} text={t('setupUnusableHint')} />

  const create = async (person: Parameters<typeof createFirstAdmin>[0]) => {
    await createFirstAdmin(person)
    await startSession(client).catch(() => null)
    setOutcome('done')
  }
  return (
    <AuthFrame title={t('setupHeading')} subtitle={t('setupHint')}>
      <RegistrationForm
        submitLabel={t('setupSave')}
        submit={({ vehicleRegistrationPlate: _, ...person }) => create({ ...person, token: setupToken })}
        explainOther={(error) => {
          if (hasCode(error, 'alreadySetUp')) setOutcome('alreadySetUp')
          else if (hasCode(error, 'invalidLink')) setOutcome('unusable')
          return null
        }}
      />
    </AuthFrame>
  )
}

const Done = () => {
  const { t } = useTranslation('accounts')
  const router = useRouter()
  const goOn = () => void router.navigate({ to: '/dashboard' })
  useDelay(true, { ms: redirectMs, run: goOn })
  return (
    <OutcomeCard kind="done" title={t('setupDone')} text={t('setupDoneHint')}>
      <Button onClick={goOn}>{t('toDashboard')}</Button>
    </OutcomeCard>
  )
}

const Refused = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('accounts')
  return (
    <OutcomeCard kind="failed" title={title} text={text}>
      <Button component={Link} to="/login">
        {t('toLogin')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/setup/$setupToken')({
  component: SetupPage,
  staticData: { title: 'accounts:titleSetup', bgGradient: true },
})
