import { Button, Stack, Text } from '@mantine/core'
import type { DriverTest } from '@spacekeeper/contract/drivers/shapes.ts'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { testDriver } from './api.ts'

/** Asks the relay and says what it answered. What is typed but not saved cannot be tested. */
export const DriverTestRow = ({ deviceId, isStale }: { deviceId: number; isStale: boolean }) => {
  const { t } = useTranslation('drivers')
  const [result, setResult] = useState<DriverTest | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      setResult(await testDriver({ deviceId }))
    } catch (error) {
      setResult(null)
      notify.failed(error)
    }
    setBusy(false)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={isBusy} disabled={isStale} onClick={() => void run()}>
        {t('test')}
      </Button>
      <div role="status">
        {isStale ? (
          <Text size="sm" c="dimmed">
            {t('testHint')}
          </Text>
        ) : null}
        {result && !isStale ? <Result result={result} /> : null}
      </div>
    </Stack>
  )
}

const Result = ({ result: { problem, isOn, hasMeter, energyKwh } }: { result: DriverTest }) => {
  const { t } = useTranslation('drivers')
  if (problem) return <Status kind="refused">{t(problem)}</Status>
  const facts = { state: t(isOn ? 'stateOn' : 'stateOff'), energy: energyKwh ?? 0 }
  return (
    <>
      <Status kind="good">{t(energyKwh === null ? 'answered' : 'answeredMeter', facts)}</Status>
      {hasMeter && energyKwh === null ? <Status kind="warning">{t('meterUnreadable')}</Status> : null}
      {hasMeter ? null : (
        <Text size="sm" c="dimmed">
          {t('noMeter')}
        </Text>
      )}
    </>
  )
}
