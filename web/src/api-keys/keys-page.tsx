import { Button, Stack, Group, Text, Card } from '@mantine/core'
import type { ApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page, Empty } from '#platform/ui/page.tsx'
import { apiKeysQuery } from './api.ts'
import { DeviceKeysCard } from './device-keys-card.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import classes from './keys.module.css'

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
            <KeysList keys={keys} />
          </>
        )}
      </Page>
      <DeviceKeysCard />
      {isNew ? <KeyDialog onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

const KeysList = ({ keys }: { keys: readonly ApiKey[] }) => {
  const { t } = useTranslation('apiKeys')
  const [isAll, setAll] = useState(false)
  const living = keys.filter(({ revokedAt, isExpired }) => revokedAt === null && !isExpired)
  const ended = keys.length - living.length
  return (
    <Card>
      <ul className={classes.list} aria-label={t('list')}>
        {(isAll ? keys : living).map((key) => (
          <KeyRow key={key.id} of={key} />
        ))}
      </ul>
      {ended > 0 && !isAll ? (
        <Group>
          <Button variant="subtle" px={0} onClick={() => setAll(true)}>
            {t('showEnded', { count: ended })}
          </Button>
        </Group>
      ) : null}
    </Card>
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
