import { Button, Group, Stack, Text } from '@mantine/core'
import type { VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatCalendarDay, formatSince } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { Status } from '#platform/ui/status.tsx'
import { leave, passQuery } from './api.ts'
import { VisitorLabelDialog } from './visitor-label-dialog.tsx'

/** The page behind the code of a visitor's label. */
const PassPage = () => {
  const { t } = useTranslation('visitors')
  const query = useQuery(passQuery(Route.useParams().code))
  if (query.data) return <Pass pass={query.data} />
  if (!query.error) return <OutcomeCard kind="working" title={t('titlePass')} />
  if (hasCode(query.error, 'notFound'))
    return <OutcomeCard kind="failed" title={t('passGoneTitle')} text={t('passGoneText')} />
  return (
    <OutcomeCard kind="failed" title={t('titlePass')} text={errorText(query.error)}>
      <Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

const StateOf = ({ arrivedAt, leftAt, expectedOn }: VisitorPass) => {
  const { t } = useTranslation('visitors')
  if (leftAt !== null) return <Status kind="none">{t('passLeft', { time: formatSince(leftAt) })}</Status>
  if (arrivedAt !== null) return <Status kind="fine">{t('passHere', { time: formatSince(arrivedAt) })}</Status>
  return <Status kind="waiting">{t('passExpected', { day: formatCalendarDay(expectedOn ?? '') })}</Status>
}

const Pass = ({ pass }: { pass: VisitorPass }) => {
  const { t } = useTranslation('visitors')
  const [isPrinting, setPrinting] = useState(false)
  const { code, name, hostName, arrivedAt, leftAt } = pass
  const leaving = useMutation({ mutationFn: () => leave({ code }) })
  const isHere = arrivedAt !== null && leftAt === null
  return (
    <AuthFrame title={name}>
      <Stack gap="md">
        <StateOf {...pass} />
        {hostName === null ? null : <Text>{t('passHost', { name: hostName })}</Text>}
        {leaving.error ? <FormError>{errorText(leaving.error)}</FormError> : null}
        <Group gap="sm">
          {isHere ? (
            <Button loading={leaving.isPending} onClick={() => leaving.mutate()}>
              {t('passSignOut')}
            </Button>
          ) : null}
          {leftAt === null ? (
            <Button variant="default" onClick={() => setPrinting(true)}>
              {t('printLabel')}
            </Button>
          ) : null}
        </Group>
      </Stack>
      {isPrinting ? <VisitorLabelDialog code={code} name={name} onClose={() => setPrinting(false)} /> : null}
    </AuthFrame>
  )
}

export const Route = createFileRoute('/visitors/$code')({
  component: PassPage,
  loader: async () => {
    const { visitorsText } = await import('./text.ts')
    addTexts({ visitors: visitorsText })
  },
  staticData: {
    title: 'visitors:titlePass',
    kiosk: true,
    hiddenMenu: true,
    bgGradient: true,
    feature: 'enableVisitors',
  },
})
