import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { PushState } from '@spacekeeper/contract/push/shapes.ts'
import { pushOccasionWords } from '@spacekeeper/contract/push/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { chooseOccasion, pushQuery, sendTest } from './api.ts'
import { keepPushMemory, readPushMemory } from './device-memory.ts'
import { PushDeviceRow } from './push-device-row.tsx'
import { findObstacle, type PushOutcome, turnOnPush } from './this-device.ts'
import { findPhonePush } from './this-phone.ts'
import classes from './push.module.css'

type PushPartProps = { memberId: number; state: PushState }

/** What members are told of on their phones and computers, and on which. */
export const PushCard = ({ memberId }: { memberId: number }) => {
  const { features } = useSite()
  return features.enablePush ? <LoadedPushCard memberId={memberId} /> : null
}

const LoadedPushCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('push')
  return (
    <Page query={useQuery(pushQuery)} skeleton={<RowsSkeleton rows={3} />}>
      {(state) =>
        // In an app that cannot be notified there is only something to say of other devices.
        state.devices.length === 0 && findPhonePush(state) === 'notSetUp' ? null : (
          <Card component="section" aria-labelledby="push">
            <Stack gap={18}>
              <Stack gap={2}>
                <Title order={2} id="push">
                  {t('heading')}
                </Title>
                <Text size="sm" c="dimmed">
                  {t('hint')}
                </Text>
              </Stack>
              <PushDevices memberId={memberId} state={state} />
              <PushOccasions memberId={memberId} state={state} />
            </Stack>
          </Card>
        )
      }
    </Page>
  )
}

const PushDevices = ({ memberId, state }: PushPartProps) => {
  const { t } = useTranslation('push')
  const { devices } = state
  const test = useMutation({
    mutationFn: () => sendTest(),
    onSuccess: () => notify.done({ text: t('testSent') }),
    onError: notify.failed,
  })
  return (
    <Stack gap={8}>
      <Text component="h3" size="sm" fw={600} m={0}>
        {t('devicesHeading')}
      </Text>
      {devices.length === 0 ? (
        <Text size="sm">{t('noDevices')}</Text>
      ) : (
        <ul className={classes.devices}>
          {devices.map((device) => (
            <PushDeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {devices.some(({ isCurrent }) => isCurrent) ? null : <TurnOn memberId={memberId} state={state} />}
      {devices.length === 0 ? null : (
        <Group>
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('test')}
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {t(findPhonePush(state) === null ? 'endsWithLogin' : 'endsWithAppLogin')}
      </Text>
    </Stack>
  )
}

/** The button, or why there is none. */
const TurnOn = ({ memberId, state }: PushPartProps) => {
  const { t } = useTranslation('push')
  const [problem, setProblem] = useState<Exclude<PushOutcome, 'on'> | null>(null)
  const phone = findPhonePush(state)
  const [obstacle] = useState(phone === null ? findObstacle : null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => turnOnPush({ memberId, hasRefusals: state.occasions.includes('refusedCard') }, state),
    onSuccess: (outcome) => {
      setProblem(outcome === 'on' ? null : outcome)
      if (outcome !== 'on') return
      notify.done({ text: t('turnedOn') })
    },
    onError: notify.failed,
  })
  if (phone === 'notSetUp') return null
  if (obstacle) return <Status kind="info">{t(obstacle)}</Status>
  return (
    <Stack gap={8} align="flex-start">
      <Button size="sm" loading={isPending} onClick={() => mutate()}>
        {t('turnOn')}
      </Button>
      <div role="status">{problem === null ? null : <Status kind="refused">{t(problem)}</Status>}</div>
    </Stack>
  )
}

const PushOccasions = ({ memberId, state }: PushPartProps) => {
  const { t } = useTranslation('push')
  const { features } = useSite()
  const occasions = keysOf(pushOccasionWords).filter((occasion) => occasion !== 'openings' || features.enableOpenings)
  const save = async (occasion: keyof typeof pushOccasionWords, isOn: boolean) => {
    await chooseOccasion({ occasion, isOn })
    // The open portal then leaves refused cards to the notification.
    if (occasion === 'refusedCard' && readPushMemory()?.memberId === memberId)
      keepPushMemory({ memberId, hasRefusals: isOn })
  }
  return (
    <Stack gap={10}>
      <Text component="h3" size="sm" fw={600} m={0}>
        {t('occasionsHeading')}
      </Text>
      {state.devices.length > 0 && state.occasions.length === 0 ? <Status kind="info">{t('chooseOne')}</Status> : null}
      {occasions.map((occasion) => (
        <SavedSwitch
          key={occasion}
          name={occasion}
          label={t(`occasion.${occasion}`)}
          description={t(`occasionHint.${occasion}`)}
          value={state.occasions.includes(occasion)}
          save={(isOn) => save(occasion, isOn)}
        />
      ))}
    </Stack>
  )
}
