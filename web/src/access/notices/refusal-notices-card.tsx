import { Card, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { canNotify, isNotifying, turnOffNotices, turnOnNotices } from './refusal-notices.ts'

/** Whether this device tells its member of a refused card while the portal is open behind something else. */
export const RefusalNoticesCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('access')
  const [isOn, setIsOn] = useState(() => isNotifying(memberId))
  const [problem, setProblem] = useState<'noticesBlocked' | 'noticesUnable' | null>(null)
  if (!canNotify()) return null
  const turn = async (wanted: boolean) => {
    setProblem(null)
    if (!wanted) turnOffNotices(memberId)
    const outcome = wanted ? await turnOnNotices(memberId) : 'off'
    setIsOn(outcome === 'on')
    if (outcome === 'blocked') setProblem('noticesBlocked')
    if (outcome === 'unable') setProblem('noticesUnable')
  }
  return (
    <Card component="section" aria-labelledby="refusal-notices">
      <Stack gap={14}>
        <Title order={2} id="refusal-notices">
          {t('noticesHeading')}
        </Title>
        <Switch
          label={t('noticesLabel')}
          description={t('noticesHint')}
          checked={isOn}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
        <Text size="sm" role="status" c="var(--red-ink)">
          {problem === null ? null : t(problem)}
        </Text>
      </Stack>
    </Card>
  )
}
