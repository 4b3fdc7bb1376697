import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { errorText } from '#platform/api/error-text.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { wantNotices } from './notices-wanted.ts'

type DoneNotice = { text: string; undo?: () => void }

/** No colour of the site: those are made readable on its pages, and this stands on white in light and dark. */
const undoInk = '#1c1c1c'

const close = (id: string) => notifications.hide(id)
let count = 0

/** Says what was done, for five seconds, with a way to take it back where there is one. */
const done = ({ text, undo }: DoneNotice) => {
  const id = `done-${++count}`
  const takeBack = () => {
    close(id)
    undo?.()
  }
  wantNotices()
  notifications.show({
    id,
    icon: <IconCheck size={18} aria-hidden />,
    withCloseButton: undo === undefined,
    closeButtonProps: { 'aria-label': describeKey('platform:close') },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{text}</span>
        {undo ? (
          <Button size="compact-md" variant="white" c={undoInk} flex="none" onClick={takeBack}>
            {describeKey('platform:undo')}
          </Button>
        ) : null}
      </Group>
    ),
  })
}

/** Says that something failed and why. */
const failed = (error: unknown) => {
  wantNotices()
  notifications.show({
    id: `failed-${++count}`,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    message: typeof error === 'string' ? error : errorText(error),
    role: 'alert',
    closeButtonProps: { 'aria-label': describeKey('platform:close') },
  })
}

/** Says that the portal takes its time, with a way not to wait, until the returned function is called. */
const waiting = (giveUp: () => void): (() => void) => {
  const id = `waiting-${++count}`
  wantNotices()
  notifications.show({
    id,
    loading: true,
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{describeKey('platform:waiting')}</span>
        <Button size="compact-md" variant="white" c={undoInk} flex="none" onClick={giveUp}>
          {describeKey('platform:stopWaiting')}
        </Button>
      </Group>
    ),
  })
  return () => close(id)
}

export const notify = { done, failed, waiting }
