import { Card, Text, Title } from '@mantine/core'
import type { IssueChannel, IssuePost } from '@spacekeeper/contract/issues/shapes.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { sendAgain } from './api.ts'
import { ChannelsList } from './channels-list.tsx'
import { channelWords } from './words.ts'

/** Where a report was sent, and what became of it there. */
export const ChannelsCard = ({ issueId, channels }: { issueId: number; channels: readonly IssuePost[] }) => {
  const { t } = useTranslation('issues')
  const send = useMutation({
    mutationFn: (channel: IssueChannel) => sendAgain({ issueId, channel }),
    onSuccess: (_, channel) => notify.done({ text: t('sendingAgain', { name: t(channelWords[channel]) }) }),
    onSettled: refreshOnRefusal('issues'),
  })
  return (
    <Card component="section" aria-label={t('channelsTitle')}>
      <Title order={2} mb="sm">
        {t('channelsTitle')}
      </Title>
      {channels.length === 0 ? (
        <Text c="dimmed">{t('channelsNone')}</Text>
      ) : (
        <ChannelsList
          channels={channels}
          busy={send.isPending ? send.variables : null}
          onSend={(channel) => !send.isPending && send.mutate(channel)}
        />
      )}
      {send.error ? <FormError>{errorText(send.error)}</FormError> : null}
    </Card>
  )
}
