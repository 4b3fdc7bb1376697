import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { webhookKinds } from '@spacekeeper/contract/webhooks/words.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { formatMoment, formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { receiverQuery } from './api.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { loadWebhookWords } from './page-words.ts'
import { ReceiverActions } from './receiver-actions-row.tsx'
import { ReceiverBadge } from './receiver-badge.tsx'

const useFacts = (receiver: WebhookReceiver): string[] => {
  const { t } = useTranslation('webhooks')
  const { kinds, hasNames, deliveredAt, error, failingSince, offReason, waiting, oldSecretUntil } = receiver
  const labels = kinds.map((kind) => webhookKinds[kind].label).join(', ')
  const isTroubled = failingSince !== null || (offReason !== null && offReason !== 'staff')
  return [
    `${t('toldOf', { kinds: labels })}${hasNames ? `, ${t('withNames')}` : ''}.`,
    ...(deliveredAt === null ? [] : [t('lastDelivered', { when: formatSince(deliveredAt) })]),
    ...(isTroubled && error !== null ? [t('lastError', { error })] : []),
    ...(waiting === 0 ? [] : [t('waiting', { count: waiting, formatted: formatNumber(waiting) })]),
    ...(oldSecretUntil === null ? [] : [t('twoSecrets', { when: formatMoment(oldSecretUntil) })]),
  ]
}

const ReceiverCard = ({ receiver }: { receiver: WebhookReceiver }) => {
  const navigate = useNavigate()
  const facts = useFacts(receiver)
  return (
    <Card component="section" aria-label={receiver.name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {receiver.name}
          </Title>
          <ReceiverActions receiver={receiver} onRemoved={() => void navigate({ to: '/manage/webhooks' })} />
        </Group>
        <ReceiverBadge of={receiver} />
        <Text style={{ overflowWrap: 'anywhere' }}>{receiver.address}</Text>
        {facts.map((fact) => (
          <Text key={fact} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {fact}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

/** One receiver: how it fares, and what was sent to it. */
const WebhookPage = () => {
  const receiverId = Number(Route.useParams().receiverId)
  return (
    <Page query={useQuery(receiverQuery(receiverId))}>
      {(receiver) => (
        <Stack gap="md">
          <ReceiverCard receiver={receiver} />
          <DeliveriesCard receiverId={receiver.id} isOn={receiver.offReason === null} />
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/webhooks/$receiverId')({
  component: WebhookPage,
  loader: loadWebhookWords,
  staticData: {
    title: 'webhooks:titleWebhook',
    loggedIn: true,
    staff: 'admin',
    hiddenMenu: true,
    backButton: '/manage/webhooks',
  },
})
