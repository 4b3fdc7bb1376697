import { Button, Stack, Text } from '@mantine/core'
import { requiredFields } from '@spacekeeper/contract/members/forms.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useRouter, Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useDelay } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { startSession } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { setupQuery, createFirstAdmin } from './api.ts'
import { RegistrationForm } from './registration-form.tsx'

const redirectMs = 2000

type SetupOutcome = 'open' | 'done' | 'alreadySetUp' | 'unusable'

const SetupPage = () => {
  const { t } = useTranslation('auth')
  const { setupToken } = Route.useParams()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<SetupOutcome>('open')
  const check = useQuery({ ...setupQuery(setupToken), enabled: outcome === 'open' })

  if (outcome === 'done') return <Done />
  if (outcome === 'alreadySetUp') return <Refused title={t('setupAlready')} text={t('setupAlreadyHint')} />
  if (outcome === 'unusable') return <Refused title={t('setupUnusable')} text={t('setupUnusableHint')} />
  if (check.isFetching) return <OutcomeCard kind="working" title={t('setupChecking')} />
  if (check.isError) {
    return (
      <OutcomeCard kind="failed" title={t('setupCheckFailed')} text={errorText(check.error)}>
        <Button size="xs" onClick={() => void check.refetch()}>
          {t('tryAgain')}
        </Button>
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
        fields={requiredFields}
        submit={(person) => create({ ...person, token: setupToken })}
        explainOther={(error) => {
          if (hasCode(error, 'alreadySetUp')) setOutcome('alreadySetUp')
          else if (hasCode(error, 'invalidLink')) setOutcome('unusable')
          return null
        }}
      />
      <Stack gap="xs" mt="lg" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('setupRestoreHint')}
        </Text>
        <Button variant="default" component={Link} to={`/restore/${setupToken}`}>
          {t('setupRestore')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

const Done = () => {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const goOn = () => void router.navigate({ to: '/dashboard' })
  useDelay(true, { ms: redirectMs, run: goOn })
  return (
    <OutcomeCard kind="done" title={t('setupDone')} text={t('setupDoneHint')}>
      <Button size="xs" onClick={goOn}>
        {t('toDashboard')}
      </Button>
    </OutcomeCard>
  )
}

const Refused = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('auth')
  return (
    <OutcomeCard kind="failed" title={title} text={text}>
      <Button size="xs" component={Link} to="/login">
        {t('toLogin')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/setup/$setupToken')({
  component: SetupPage,
  staticData: { title: 'auth:titleSetup', bgGradient: true },
})
