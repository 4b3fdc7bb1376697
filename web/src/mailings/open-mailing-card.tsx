import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { mailingQuery, retryMailing, stopMailing } from './api.ts'
import { countWords, MailingBadge, useLosses } from './mailing-badge.tsx'

type Props = { mailingId: number; isMailConfigured: boolean; onClose: () => void }

/** One mailing above its messages: how far it is, and what can be done about it. */
export const OpenMailingCard = ({ mailingId, isMailConfigured, onClose }: Props) => {
  const { t } = useTranslation('mailings')
  return (
    <>
      <Group>
        <Button variant="default" size="xs" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          {t('allMessages')}
        </Button>
      </Group>
      <Page query={useQuery(mailingQuery(mailingId))}>
        {(mailing) => <MailingFacts mailing={mailing} isMailConfigured={isMailConfigured} />}
      </Page>
    </>
  )
}

const MailingFacts = ({ mailing, isMailConfigured }: { mailing: Mailing; isMailConfigured: boolean }) => {
  const { t } = useTranslation('mailings')
  const losses = useLosses()(mailing)
  const { subject, total, sent, startedBy, startedAt, stopped } = mailing
  const progress = t('sentOf', { sent: formatNumber(sent), total: formatNumber(total) })
  const open = mailing.waiting
  return (
    <Card component="section" aria-labelledby="mailing">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Title order={2} id="mailing" style={{ overflowWrap: 'anywhere' }}>
            {subject}
          </Title>
          <MailingBadge mailing={mailing} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('by', { name: startedBy, moment: formatMoment(startedAt) })}.{' '}
          {stopped ? `${t('stoppedBy', { name: stopped.by, moment: formatMoment(stopped.at) })}.` : null}
        </Text>
        <Progress.Root role="meter" aria-label={progress} aria-valuemin={0} aria-valuemax={total} aria-valuenow={sent}>
          <Progress.Section value={(100 * sent) / Math.max(total, 1)} withAria={false} />
        </Progress.Root>
        <Text size="sm" role="status">
          {progress}. {losses}
        </Text>
        {open > 0 ? (
          <Text size="sm" c="dimmed">
            {t('preparing')}
          </Text>
        ) : null}
        {stopped ? null : <Actions mailing={mailing} isMailConfigured={isMailConfigured} />}
      </Stack>
    </Card>
  )
}

const Actions = ({ mailing, isMailConfigured }: { mailing: Mailing; isMailConfigured: boolean }) => {
  const { t } = useTranslation('mailings')
  const [isAsking, setAsking] = useState(false)
  const { id: mailingId, waiting, kept, failed } = mailing
  const retry = useMutation({
    mutationFn: () => retryMailing({ mailingId }),
    onSuccess: ({ retried }) => notify.done({ text: t('retried', countWords(retried)) }),
    onError: notify.failed,
    onSettled: refreshOnRefusal('mailings'),
  })
  const stop = async () => {
    const { cancelled } = await stopMailing({ mailingId })
    notify.done({ text: t('stopped', countWords(cancelled)) })
  }
  const again = kept + failed
  const open = waiting + kept
  return (
    <Stack gap="xs">
      {again > 0 && !isMailConfigured ? (
        <Text size="sm" c="dimmed">
          {t('noServer')}
        </Text>
      ) : null}
      <Group gap="xs">
        {again > 0 && isMailConfigured ? (
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            {t(failed > 0 ? 'retryAll' : 'sendKept', countWords(again))}
          </Button>
        ) : null}
        {open > 0 ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('stop')}
          </Button>
        ) : null}
      </Group>
      {isAsking ? (
        <ConfirmDialog
          title={t('stopTitle')}
          text={t('stopText', countWords(open))}
          action={t('stop')}
          isDangerous
          run={stop}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  )
}
