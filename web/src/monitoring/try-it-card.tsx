import { Anchor, Card, Select, Title, Text, Stack } from '@mantine/core'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Trial } from '@spacekeeper/contract/monitoring/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Page } from '#platform/ui/page.tsx'
import { type StatusKind, Status } from '#platform/ui/status.tsx'
import { type TrialRequest, trialQuery } from './api.ts'
import { describeTrial } from './trial-words.ts'
import { TryCardForm } from './try-card-form.tsx'

type TriedDevice = { id: number; kind: DeviceKind; name: string }

type Props = {
  devices: readonly TriedDevice[]
  /** Which of them is asked for; without it, it is the first. */
  canChoose?: boolean
}

/** What a device would do with a member's card now, and why, without hardware and without doing it. */
export const TryItCard = ({ devices, canChoose = false }: Props) => {
  const { t } = useTranslation('access')
  const profile = useProfile()
  const [who, setWho] = useState<TrialRequest | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const device = canChoose ? devices.find(({ id }) => String(id) === chosen) : devices[0]
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
        {canChoose ? (
          <Select
            // Unmarked: it shows what is chosen, and sends nothing.
            label={t('tryWhere')}
            placeholder={t('tryWhereHint')}
            data={devices.map(({ id, name }) => ({ value: String(id), label: name }))}
            limit={200}
            searchable
            value={chosen}
            onChange={setChosen}
            nothingFoundMessage={t('tryNobodyFound')}
          />
        ) : null}
        <div aria-live="polite">
          {who && device ? <TrialResult deviceId={device.id} kind={device.kind} who={who} /> : null}
        </div>
      </Stack>
    </Card>
  )
}

type TrialProps = { deviceId: number; kind: DeviceKind; who: TrialRequest }

const TrialResult = ({ deviceId, kind, who }: TrialProps) => {
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
  const { t } = useTranslation('access')
  const mayGrant = isStaffFor(useProfile(), 'access')
  const { siteLocaleCurrency } = useSite().general
  const { headline, sentences } = describeTrial(t, { trial, kind, locale: siteLocaleCurrency })
  return (
    <Stack gap={4}>
      <Status kind={marks[trial.outcome]} size="md">
        {headline}
      </Status>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentences.join(' ')}
      </Text>
      {mayGrant && trial.member && trial.reason !== null ? (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/manage/members/$memberId"
              params={{ memberId: String(trial.member?.id) }}
              search={{ tab: 'access' }}
              {...props}
            />
          )}
        >
          {t('trySeeAccess')}
        </Anchor>
      ) : null}
    </Stack>
  )
}
