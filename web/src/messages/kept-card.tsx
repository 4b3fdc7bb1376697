import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { KeptMessages } from '@spacekeeper/contract/messages/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { outbox } from './api.ts'

const words = (count: number) => ({ count, formatted: formatNumber(count) })

/** What was kept while there was nothing to send it with, and the way to send all of it. */
export const KeptCard = ({ kept }: { kept: KeptMessages }) => {
  const { t } = useTranslation('messages')
  const [isAsked, setAsked] = useState(false)
  const send = async () => {
    const { queued } = await outbox.sendKept()
    notify.done({ text: t('keptQueued', words(queued)) })
  }
  return (
    <Card component="section" aria-labelledby="kept-messages">
      <Group justify="space-between" gap="sm">
        <Stack gap={6}>
          <Title order={2} id="kept-messages">
            <Status kind="waiting" size="md">
              {t('keptTitle', words(kept.count))}
            </Status>
          </Title>
          <Text size="sm" c="dimmed">
            {t('keptText')}
          </Text>
        </Stack>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('sendKept', words(kept.count))}
        </Button>
      </Group>
      {isAsked ? (
        <ConfirmDialog
          title={t('sendKeptTitle', words(kept.count))}
          text={t('sendKeptMeaning', { moment: formatMoment(kept.oldest) })}
          action={t('sendKeptAction')}
          run={send}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Card>
  )
}
