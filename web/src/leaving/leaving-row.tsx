import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Leaving } from '@spacekeeper/contract/leaving/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { setPaused } from './api.ts'
import { LeavingStepsList } from './steps-list.tsx'
import { leavingMarks } from './words.ts'

const isSettled = ({ state }: Leaving['steps'][number]) => state === 'done' || state === 'skipped'

const PauseButton = ({ leaving }: { leaving: Leaving }) => {
  const { t } = useTranslation('leaving')
  const [isAsking, setAsking] = useState(false)
  const { id: leavingId, state } = leaving
  const { name } = leaving.member
  const set = async (isPaused: boolean) => {
    await setPaused({ leavingId, isPaused })
    notify.done({ text: t(isPaused ? 'paused' : 'resumed', { name }) })
  }
  const resume = () => set(false).catch((error: unknown) => notify.failed(errorText(error)))
  return (
    <>
      <Button size="xs" variant="default" onClick={() => (state === 'paused' ? void resume() : setAsking(true))}>
        {t(state === 'paused' ? 'resume' : 'pause')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('pauseTitle', { name })}
          text={t('pauseText')}
          action={t('pauseAction')}
          run={() => set(true)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** The checklist of a member, with its steps when it is opened. */
export const LeavingRow = ({ leaving }: { leaving: Leaving }) => {
  const { t } = useTranslation('leaving')
  const [isOpen, setOpen] = useState(false)
  const { id, member, reason, endedOn, state, steps } = leaving
  const isOpenEnded = state === 'running' || state === 'paused'
  const next = isOpenEnded ? steps.find((step) => !isSettled(step)) : undefined
  return (
    <Card component="article" aria-label={member.name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            <MemberLink id={member.isClosed ? null : member.id}>{member.name}</MemberLink>
          </Title>
          <Status kind={leavingMarks[state]}>{t(`state_${state}`)}</Status>
        </Group>
        <Text size="sm" c="dimmed">
          {`${t('ended', { day: formatCalendarDay(endedOn) })}, ${t(`reason_${reason}`)}. `}
          {t('progress', { done: steps.filter(isSettled).length, all: steps.length })}.
        </Text>
        {next && !isOpen ? (
          <Text size="sm">{`${formatCalendarDay(next.dueOn)}: ${next.title}${next.words === '' ? '' : `. ${next.words}`}`}</Text>
        ) : null}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hideSteps' : 'showSteps')}
          </Button>
          {isOpenEnded ? <PauseButton leaving={leaving} /> : null}
        </Group>
        {isOpen ? (
          <LeavingStepsList
            steps={steps}
            label={t('stepsOf', { name: member.name })}
            openOf={isOpenEnded ? id : null}
          />
        ) : null}
      </Stack>
    </Card>
  )
}
