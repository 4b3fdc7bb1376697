import { ActionIcon, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { mailingsQuery } from './api.ts'
import { countWords, useLosses } from './mailing-badge.tsx'

const recentMs = 10 * 60_000

/** Mailings that are under way, also of other staff, and those that are just done. */
export const MailingsCard = () => {
  const query = useQuery(mailingsQuery)
  const [openedAt] = useState(() => Date.now()) // oxlint-disable-line eslint/no-restricted-properties -- compared with times of the portal
  const [hidden, setHidden] = useState<readonly number[]>([])
  const shown = (query.data?.mailings ?? []).filter(
    ({ id, isDone, startedAt }) =>
      !hidden.includes(id) && (!isDone || new Date(startedAt).getTime() > openedAt - recentMs),
  )
  return shown.map((mailing) => (
    <MailingCard key={mailing.id} mailing={mailing} onHide={() => setHidden((before) => [...before, mailing.id])} />
  ))
}

const MailingCard = ({ mailing, onHide }: { mailing: Mailing; onHide: () => void }) => {
  const { t } = useTranslation('mailings')
  const losses = useLosses()(mailing)
  const { subject, total, sent, kept, failed, cancelled, isDone } = mailing
  const done = sent + kept + failed + cancelled
  const title = isDone
    ? t(sent === 0 && kept > 0 ? 'finishedNoMail' : 'finished', { subject, ...countWords(sent) })
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
            {t('by', { name: mailing.startedBy, moment: formatMoment(mailing.startedAt) })}. {losses}
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link {...props} to="/manage/messages" search={{ mailing: mailing.id }} />}
        >
          {t('details')}
        </Button>
        {isDone ? (
          <ActionIcon size={44} aria-label={t('hide', { subject })} onClick={onHide}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    </Card>
  )
}
