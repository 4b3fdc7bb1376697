import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { HeldUse } from '@spacekeeper/contract/interlocks/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshDomains } from '#platform/api/refresh.ts'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { decideHeldUse, heldUsesQuery } from './api.ts'
import classes from './held-uses-card.module.css'

/** Uses that staff decide about before they are charged; nothing where there are none. Without a machine, of all. */
export const HeldUsesCard = ({ interlockId }: { interlockId?: number }) => {
  const { t } = useTranslation('interlocks')
  const { data } = useQuery(heldUsesQuery(interlockId))
  const uses = data?.uses ?? []
  if (uses.length === 0) return null
  return (
    <Card component="section" aria-labelledby="held-uses">
      <Title order={2} id="held-uses">
        {t('heldTitle')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('heldHint')}
      </Text>
      <ul className={classes.rows}>
        {uses.map((use) => (
          <HeldUseItem key={use.id} use={use} />
        ))}
      </ul>
    </Card>
  )
}

const HeldUseItem = ({ use }: { use: HeldUse }) => {
  const { t } = useTranslation('interlocks')
  const { deviceName: machine, memberName: name, jumpKwh, energyKwh, ratedWatts, startedAt, endedAt } = use
  const values = { jump: formatNumber(jumpKwh), kw: formatNumber(ratedWatts / 1000), energy: formatNumber(energyKwh) }
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <Text component="span" fw={500}>
          {machine}
        </Text>
        <span className={classes.more}>
          <MemberLink id={use.memberId}>{name}</MemberLink>, <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
        </span>
        <span className={classes.more}>{t('heldWhy', values)}</span>
      </span>
      {endedAt === null ? (
        <Text size="sm" c="dimmed">
          {t('heldRunning')}
        </Text>
      ) : (
        <Decision use={use} />
      )}
    </li>
  )
}

const Decision = ({ use }: { use: HeldUse }) => {
  const { t } = useTranslation('interlocks')
  const money = useMoney()
  const isOn = useSite().features.enableMemberBucks
  const [isBusy, setBusy] = useState(false)
  const { id: useId, memberName: name, deviceName: machine, acceptedCents, rejectedCents, canDecide } = use
  const decide = async (isAccepted: boolean) => {
    setBusy(true)
    try {
      const { costCents } = await decideHeldUse({ useId, isAccepted })
      notify.done({ text: t('heldDone', { name, amount: money(costCents) }) })
    } catch (error) {
      notify.failed(error)
      await refreshDomains('interlocks')
    }
    setBusy(false)
  }
  if (!isOn || !canDecide) {
    return (
      <Text size="sm" c="dimmed">
        {t(isOn ? 'heldOwn' : 'heldOff')}
      </Text>
    )
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={isBusy}
        aria-label={t('rejectWhich', { name, machine, amount: money(rejectedCents) })}
        onClick={() => void decide(false)}
      >
        {t('reject', { amount: money(rejectedCents) })}
      </Button>
      <Button
        variant="default"
        loading={isBusy}
        aria-label={t('acceptWhich', { name, machine, amount: money(acceptedCents) })}
        onClick={() => void decide(true)}
      >
        {t('accept', { amount: money(acceptedCents) })}
      </Button>
    </Group>
  )
}
