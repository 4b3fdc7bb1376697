import { Button } from '@mantine/core'
import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { endUse, openDoor, startUse } from './api.ts'

type RelayUse = NonNullable<AccessItem['relay']>
type UsableDevice = { id: number; name: string; relay: RelayUse }
type Verb = 'open' | 'start' | 'end'

const verbOf = ({ canOpen, canStart, canEnd }: RelayUse): Verb | null => {
  if (canEnd) return 'end'
  if (canStart) return 'start'
  return canOpen ? 'open' : null
}

/** Does it, and says what came of it: "open" is said only once the relay has answered. */
const useRelayAction = ({ id, name }: UsableDevice) => {
  const { t } = useTranslation('drivers')
  const say = (refusedBecause: unknown, key: 'opened' | 'started') => {
    if (refusedBecause === null) notify.done({ text: t(key, { name }) })
    else notify.failed(t('refused', { name }))
  }
  const actions: Record<Verb, () => Promise<void>> = {
    open: async () => say((await openDoor({ doorId: id })).refusedBecause, 'opened'),
    start: async () => say((await startUse({ interlockId: id })).refusedBecause, 'started'),
    end: async () => {
      const { isSwitchedOff } = await endUse({ interlockId: id })
      if (isSwitchedOff) notify.done({ text: t('ended', { name }) })
      else notify.failed(t('endedSilently', { name }))
    },
  }
  return async (verb: Verb) => {
    try {
      await actions[verb]()
    } catch (error) {
      notify.failed(hasCode(error, 'deviceOffline') ? t('noAnswer', { name }) : error)
      await refreshDomains('access')
    }
  }
}

/** The button of a device without a reader; none while there is nothing to press. */
export const RelayUseForm = ({ device }: { device: UsableDevice }) => {
  const { t } = useTranslation('drivers')
  const [isBusy, setBusy] = useState(false)
  const run = useRelayAction(device)
  const verb = verbOf(device.relay)
  if (!verb) return null
  const press = async () => {
    setBusy(true)
    await run(verb)
    setBusy(false)
  }
  return (
    <Button
      miw={88}
      variant={verb === 'end' ? 'default' : 'filled'}
      loading={isBusy}
      aria-label={t('doIt', { verb: t(verb), name: device.name })}
      onClick={() => void press()}
    >
      {t(verb)}
    </Button>
  )
}
