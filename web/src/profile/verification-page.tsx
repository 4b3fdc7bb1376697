import { Text, Stack, Button, Loader } from '@mantine/core'
import type { IdVerification } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { Status } from '#platform/ui/status.tsx'
import { idVerificationQuery } from './id-codes.ts'

const reasons = {
  notActive: 'notActiveText',
  expired: 'expiredText',
  forged: 'forgedText',
  unknown: 'unknownText',
  removed: 'removedText',
} as const

/** How old the code was when it was checked, by the portal's clock alone. */
const Age = ({ issuedAt, checkedAt }: { issuedAt: string; checkedAt: string }) => {
  const { t } = useTranslation('profile')
  const seconds = Math.max(0, Math.round((Date.parse(checkedAt) - Date.parse(issuedAt)) / 1000))
  const made =
    seconds < 60
      ? t('madeSeconds', { count: seconds })
      : seconds < 3600
        ? t('madeMinutes', { count: Math.floor(seconds / 60) })
        : t('madeAt', { time: formatMoment(issuedAt) })
  return (
    <Text size="sm" c="dimmed">
      {made}
    </Text>
  )
}

const Outcome = ({ verdict, name, standing, issuedAt, isPass, checkedAt }: IdVerification) => {
  const { t } = useTranslation('profile')
  return (
    <Stack gap={6} align="flex-start" role={verdict === 'valid' ? 'status' : 'alert'}>
      <Status kind={verdict === 'valid' ? 'good' : 'refused'} size="md" tinted>
        {t(verdict)}
      </Status>
      {name ? (
        <Text size="xl" fw={600} mt="xs">
          {name}
        </Text>
      ) : null}
      {standing ? <Text>{t(standing)}</Text> : null}
      {verdict === 'valid' ? null : <Text c="dimmed">{t(reasons[verdict])}</Text>}
      {isPass && verdict === 'valid' ? <Text c="dimmed">{t('passText')}</Text> : null}
      {issuedAt ? <Age issuedAt={issuedAt} checkedAt={checkedAt} /> : null}
      <Text size="sm" c="dimmed">
        {t('checkedAt', { time: formatMoment(checkedAt) })}
      </Text>
    </Stack>
  )
}

const Check = ({ token }: { token: string }) => {
  const { t } = useTranslation('profile')
  const { data, error, isFetching, refetch } = useQuery(idVerificationQuery(token))
  const again = () => void refetch()
  if (error) {
    return (
      <Stack gap="sm" align="flex-start" role="alert">
        <Status kind="warning">{t('checkFailed')}</Status>
        <Text c="dimmed">{errorText(error)}</Text>
        <Button size="xs" loading={isFetching} onClick={again}>
          {t('tryAgain')}
        </Button>
      </Stack>
    )
  }
  if (!data) return <Loader size="sm" aria-label={t('checking')} />
  return (
    <Stack gap="lg" align="flex-start">
      <Outcome {...data} />
      <Button size="xs" variant="default" loading={isFetching} onClick={again}>
        {t('checkAgain')}
      </Button>
    </Stack>
  )
}

const VerificationPage = () => {
  const { t } = useTranslation('profile')
  const { token } = Route.useParams()
  return (
    <AuthFrame title={t('titleVerify')}>
      <Check token={token} />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/verify/$token')({
  component: VerificationPage,
  staticData: { title: 'profile:titleVerify', bgGradient: true },
})
