import { useState } from 'react'
import { ActionIcon, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Mailing } from '@spacekeeper/contract/mailings.ts'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { mailingsQuery } from './api.ts'

const recentMs = 10 * 60_000

/** Mailings that are under way, whoever started them, and those that are just done. */
export const MailingsCard = () => {
  const query = useQuery(mailingsQuery)
  const [openedAt] = useState(() => Date.now())
  const [hidden, setHidden] = useState<readonly number[]>([])
  const shown = (query.data?.mailings ?? []).filter(
    ({ id, isDone, startedAt }) =>
      !hidden.includes(id) && (!isDone || new Date(startedAt).getTime() > openedAt - recentMs),
  )
  return shown.map((mailing) => (
    <MailingCard key={mailing.id} mailing={mailing} onHide={() => setHidden((before) => [...before, mailing.id])} />
  ))
}

const words = (count: number) => ({ count, formatted: formatNumber(count) })

const MailingCard = ({ mailing, onHide }: { mailing: Mailing; onHide: () => void }) => {
  const { t } = useTranslation('mailings')
  const { subject, total, sent, kept, failed, isDone } = mailing
  const done = sent + kept + failed
  const title = isDone
    ? t('finished', { subject, ...words(sent + kept) })
    : t('progress', { subject, done: formatNumber(done), total: formatNumber(total) })
  return (
    <Card padding="sm" style={{ flex: 'none' }}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <Stack gap={6} flex={1} miw={0}>
          <Text size="sm" fw={500} role="status" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {isDone ? null : (
            <Progress.Root role="meter" aria-label={title} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
              <Progress.Section value={(100 * done) / total} withAria={false} />
            </Progress.Root>
          )}
          <Text size="sm" c="dimmed">
            {t('by', { name: mailing.startedBy, moment: formatMoment(mailing.startedAt) })}.{' '}
            {kept > 0 ? t('kept', words(kept)) : null} {failed > 0 ? t('failed', words(failed)) : null}
          </Text>
        </Stack>
        {isDone ? (
          <ActionIcon size={44} aria-label={t('hide', { subject })} onClick={onHide}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    </Card>
  )
}
