import { Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { deliveryStates } from '@spacekeeper/contract/webhooks/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { deliveriesQuery, webhooks } from './api.ts'
import { DeliveryRow } from './delivery-row.tsx'
import classes from './webhooks.module.css'

type StateFilter = 'all' | (typeof deliveryStates)[number]

const shown = ['all', 'waiting', 'delivered', 'failed'] as const satisfies StateFilter[]

type Props = { receiverId: number; isOn: boolean }

/** What was sent to a receiver, what it answered, and a way to send it again. */
export const DeliveriesCard = ({ receiverId, isOn }: Props) => {
  const { t } = useTranslation('webhooks')
  const [filter, setFilter] = useState<(typeof shown)[number]>('all')
  const query = useInfiniteQuery(deliveriesQuery({ receiverId, ...(filter !== 'all' && { state: filter }) }))
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? []
  const again = useMutation({
    mutationFn: async (deliveryId: number | null) => {
      const text =
        deliveryId === null
          ? t('replayedCount', { count: (await webhooks.replayFailed({ receiverId })).count })
          : await webhooks.replay({ receiverId, deliveryId }).then(() => t('replayed'))
      return text
    },
    onSuccess: (text) => notify.done({ text }),
    onError: (error) => notify.failed(error),
  })
  const hasFailed = deliveries.some(({ state, event }) => isReplayed(state) && event !== 'webhook.test')
  return (
    <Card component="section" aria-labelledby="webhook-log">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="webhook-log">
            {t('log')}
          </Title>
          {isOn && hasFailed ? (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate(null)}>
              {t('replayFailed')}
            </Button>
          ) : null}
        </Group>
        <Group>
          <SegmentedControl
            aria-label={t('filter')}
            value={filter}
            onChange={(chosen) => setFilter(shown.find((one) => one === chosen) ?? 'all')}
            data={shown.map((value) => ({ value, label: value === 'all' ? t('all') : t(`state_${value}`) }))}
          />
        </Group>
        <Page
          query={query}
          isEmpty={() => deliveries.length === 0}
          empty={<Text c="dimmed">{t(filter === 'all' ? 'logEmpty' : 'logEmptyFiltered')}</Text>}
        >
          {() => (
            <>
              <ul className={classes.list} aria-label={t('log')}>
                {deliveries.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    of={delivery}
                    isBusy={again.isPending}
                    replay={isOn && delivery.event !== 'webhook.test' ? () => again.mutate(delivery.id) : null}
                  />
                ))}
              </ul>
              <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
            </>
          )}
        </Page>
      </Stack>
    </Card>
  )
}

const isReplayed = (state: (typeof deliveryStates)[number]) => state === 'failed' || state === 'stopped'
