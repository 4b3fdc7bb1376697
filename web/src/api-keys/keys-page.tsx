import { Button, Stack, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page, Empty } from '#platform/ui/page.tsx'
import { apiKeysQuery } from './api.ts'
import { DeviceKeysCard } from './device-keys-card.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { KeysList } from './keys-list.tsx'

const KeysPage = () => {
  const { t } = useTranslation('apiKeys')
  const query = useQuery(apiKeysQuery)
  const [isNew, setNew] = useState(false)
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('newKey')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Page
        query={query}
        isEmpty={({ keys }) => keys.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={button} />}
      >
        {({ keys }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" maw={640}>
                {t('intro')} {t('howTo')}
              </Text>
              {button}
            </Group>
            <KeysList label={t('list')} keys={keys}>
              {(key) => <KeyRow of={key} />}
            </KeysList>
          </>
        )}
      </Page>
      <DeviceKeysCard />
      {isNew ? <KeyDialog onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/devices/keys')({
  component: KeysPage,
  staticData: {
    title: 'apiKeys:titleKeys',
    loggedIn: true,
    staff: 'devices',
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})
