import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { directoryApi } from '@spacekeeper/contract/directory/routes.ts'
import type { DirectoryOverview } from '@spacekeeper/contract/directory/shapes.ts'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatMoment, formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { setState } from './api.ts'

type SpaceView = Pick<DirectoryOverview, 'isOpen' | 'message' | 'changedAt' | 'lastOpenAt' | 'nextOpening'>

const wordsOf = (isOpen: boolean | null) =>
  isOpen === null
    ? ({ now: 'isUnknown', said: 'saidUnknown', kind: 'waiting' } as const) // keys of words
    : isOpen
      ? ({ now: 'isOpen', said: 'saidOpen', kind: 'good' } as const) // keys of words
      : ({ now: 'isClosed', said: 'saidClosed', kind: 'none' } as const) // keys of words

/** Marks the space as open or closed, at once and with a way back. */
const useMarking = (view: SpaceView) => {
  const { t } = useTranslation('directory')
  const { message } = view
  const send = (isOpen: boolean | null) => setState({ isOpen, message })
  const marking = useMutation({
    mutationFn: send,
    onSuccess: (_, isOpen) =>
      notify.done({ text: t(wordsOf(isOpen).said), undo: () => void send(view.isOpen).catch(notify.failed) }),
    onError: notify.failed,
  })
  return { mark: (isOpen: boolean | null) => marking.mutate(isOpen), isBusy: marking.isPending }
}

const choices = [
  { isOpen: true, words: 'sayOpen' },
  { isOpen: false, words: 'sayClosed' },
  { isOpen: null, words: 'sayUnknown' },
] as const

/** What is known of the space beside whether it is open. */
const Facts = ({ view }: { view: SpaceView }) => {
  const { t } = useTranslation('directory')
  const { isOpen, message, lastOpenAt, nextOpening } = view
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>{message === '' ? t('noMessage') : t('messageIs', { message })}</Text>
      {isOpen === true ? null : (
        <Text size="sm" c="dimmed">
          {lastOpenAt === null ? t('neverOpen') : t('lastOpen', { when: formatMoment(lastOpenAt) })}
        </Text>
      )}
      {nextOpening === null ? null : (
        <Text size="sm" c="dimmed">
          {t('nextOpening', { from: formatMoment(nextOpening.startsAt), until: formatTime(nextOpening.endsAt) })}
        </Text>
      )}
    </>
  )
}

/** Whether the space is open, and the buttons that say so. */
export const StateCard = ({ view }: { view: SpaceView }) => {
  const { t } = useTranslation('directory')
  const [isEditing, setEditing] = useState(false)
  const { mark, isBusy } = useMarking(view)
  const { isOpen, message, changedAt } = view
  const { now, kind } = wordsOf(isOpen)
  return (
    <Card component="section" aria-labelledby="space-state">
      <Stack gap="sm">
        <Title order={2} id="space-state">
          {t('stateHeading')}
        </Title>
        <Group gap="xs">
          <Status kind={kind} size="md">
            {t(now)}
          </Status>
          {changedAt === null ? null : (
            <Text size="sm" c="dimmed">
              {t('since', { when: formatMoment(changedAt) })}
            </Text>
          )}
        </Group>
        <Facts view={view} />
        <Group gap="xs">
          {choices
            .filter((choice) => choice.isOpen !== isOpen)
            .map((choice, at) => (
              <Button
                key={choice.words}
                variant={at === 0 ? 'filled' : 'default'}
                disabled={isBusy}
                onClick={() => mark(choice.isOpen)}
              >
                {t(choice.words)}
              </Button>
            ))}
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('changeMessage')}
          </Button>
        </Group>
      </Stack>
      {isEditing ? (
        <FormDialog
          title={t('messageTitle')}
          action={t('save')}
          initial={{ message }}
          schema={directoryApi.setState.body.pick({ message: true })}
          submit={async (typed) => {
            await setState({ isOpen, ...typed })
            notify.done({ text: t('messageSaved') })
          }}
          onClose={() => setEditing(false)}
        >
          {({ field }) => (
            <TextInput {...field('message')} label={t('message')} description={t('messageHint')} data-autofocus />
          )}
        </FormDialog>
      ) : null}
    </Card>
  )
}
