import { Stack, Button, Group, Text } from '@mantine/core'
import type { ChatWebhook, ChatState } from '@spacekeeper/contract/settings/shapes.ts'
import { useState } from 'react'
import { api } from '#platform/api/client.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { titleOf } from './setting-kind.ts'

/** Whether the posts of a webhook arrive, and a way to find out. */
export const ChatStateRow = ({ webhook, chat }: { webhook: ChatWebhook; chat: ChatState | undefined }) => {
  const { t } = useTranslation('settings')
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    try {
      await api.settings.testChat({ key: webhook })
      notify.done({ text: t('chatTested') })
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={6} mt={4}>
      {chat ? <Fate chat={chat} /> : null}
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={isBusy}
        aria-label={t('chatTestOf', { title: titleOf(webhook) })}
        onClick={() => void test()}
      >
        {t('chatTest')}
      </Button>
    </Stack>
  )
}

const Fate = ({ chat }: { chat: ChatState }) => {
  const { t } = useTranslation('settings')
  const { failingSince, postedAt, nextTryAt, error, waiting, givenUp } = chat
  const facts = [
    ...(failingSince !== null && error !== null ? [error] : []),
    ...(waiting > 0 ? [t('chatWaiting', { count: waiting })] : []),
    ...(waiting > 0 && nextTryAt !== null ? [t('chatNextTry', { moment: formatMoment(nextTryAt) })] : []),
    ...(givenUp > 0 ? [t('chatGivenUp', { count: givenUp })] : []),
    ...(chat.isOpen ? [] : [t('chatOff')]),
  ]
  return (
    <Group gap="sm" role="status">
      {failingSince === null ? (
        <Status kind={postedAt === null ? 'none' : 'good'}>
          {postedAt === null ? t('chatNever') : t('chatPosted', { moment: formatMoment(postedAt) })}
        </Status>
      ) : (
        <Status kind="refused">{t('chatFailing', { moment: formatMoment(failingSince) })}</Status>
      )}
      {facts.length > 0 ? <Text size="sm">{facts.join(' ')}</Text> : null}
    </Group>
  )
}
