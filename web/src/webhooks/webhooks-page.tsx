import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { receiversQuery } from './api.ts'
import { loadWebhookWords } from './page-words.ts'
import { ReceiverDialog } from './receiver-dialog.tsx'
import { ReceiverRow } from './receiver-row.tsx'
import classes from './webhooks.module.css'

/** The other systems that are told of what happens. */
const WebhooksPage = () => {
  const { t } = useTranslation('webhooks')
  const [isNew, setNew] = useState(false)
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('add')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Page
        query={useQuery(receiversQuery)}
        isEmpty={({ receivers }) => receivers.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={button} />}
      >
        {({ receivers }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" maw={640}>
                {t('intro')}
              </Text>
              {button}
            </Group>
            <Card>
              <ul className={classes.list} aria-label={t('list')}>
                {receivers.map((receiver) => (
                  <ReceiverRow key={receiver.id} of={receiver} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Page>
      {isNew ? <ReceiverDialog receiver={null} onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/webhooks')({
  component: WebhooksPage,
  loader: loadWebhookWords,
  staticData: {
    title: 'webhooks:titleWebhooks',
    loggedIn: true,
    staff: 'admin',
    menu: { group: 'admin', icon: IconWebhook, order: 96 },
  },
})
