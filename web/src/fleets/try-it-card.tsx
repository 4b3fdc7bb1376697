import { useState } from 'react'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { Trial } from '@spacekeeper/contract/fleets.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { trialQuery, type Tried } from './api.ts'
import { TryCardForm } from './try-card-form.tsx'
import { wordTrial } from './word-trial.ts'

type Props = { deviceId: number; kind: DeviceKind }

/** What a device would do with somebody's card now, and why, without hardware and without doing it. */
export const TryItCard = ({ deviceId, kind }: Props) => {
  const { t } = useTranslation('fleets')
  const profile = useProfile()
  const [who, setWho] = useState<Tried | null>(null)
  const canSearch = isStaffFor(profile, 'access') || isStaffFor(profile, 'members') || isStaffFor(profile, 'money')
  return (
    <Card component="section" aria-labelledby="try-card">
      <Title order={2} id="try-card">
        {t('tryTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('tryHint')}
      </Text>
      <Stack gap="md">
        <TryCardForm canSearch={canSearch} onTry={setWho} />
        <div aria-live="polite">{who ? <Tried deviceId={deviceId} kind={kind} who={who} /> : null}</div>
      </Stack>
    </Card>
  )
}

const Tried = ({ deviceId, kind, who }: Props & { who: Tried }) => {
  const query = useQuery(trialQuery(deviceId, who))
  return <Page query={query}>{(trial) => <Result trial={trial} kind={kind} />}</Page>
}

const marks = {
  works: 'good',
  refused: 'refused',
  opensStill: 'warning',
  refusesYet: 'warning',
  unreachable: 'offline',
} as const satisfies Record<Trial['outcome'], StatusKind>

const Result = ({ trial, kind }: { trial: Trial; kind: DeviceKind }) => {
  const { t } = useTranslation('fleets')
  const { siteLocaleCurrency } = useSite().general
  const { headline, sentences } = wordTrial(t, { trial, kind, locale: siteLocaleCurrency })
  return (
    <Stack gap={4}>
      <Status kind={marks[trial.outcome]} size="md">
        {headline}
      </Status>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentences.join(' ')}
      </Text>
    </Stack>
  )
}
