import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRefresh } from '@tabler/icons-react'
import { describeKey } from '#platform/i18n/use-text.ts'
import { wantNotices } from '#platform/ui/notices-wanted.ts'

/** No colour of the site: those are made readable on its pages, and this stands on white in light and dark. */
const ink = '#1c1c1c'

/** Says that a new version of the portal is there, and leaves it to the reader when to load it. */
export const offerUpdate = (reload: () => void) => {
  wantNotices()
  notifications.show({
    id: 'update',
    icon: <IconRefresh size={18} aria-hidden />,
    autoClose: false,
    closeButtonProps: { 'aria-label': describeKey('platform:close') },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{describeKey('platform:updateReady')}</span>
        <Button size="compact-md" variant="white" c={ink} onClick={reload}>
          {describeKey('platform:updateNow')}
        </Button>
      </Group>
    ),
  })
}
