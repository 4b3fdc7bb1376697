import { Card, Stack, Title, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { detailHistoryQuery } from './api.ts'
import { Sentence } from './entries-list.tsx'
import { Value } from './facts-table.tsx'
import classes from './audit.module.css'

/** Field by field: what it was, what it became, who did that and when. */
export const DetailHistoryCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('audit')
  const query = useInfiniteQuery(detailHistoryQuery(memberId))
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <Card component="section" aria-labelledby="detail-history">
      <Stack gap="xs">
        <Title order={2} id="detail-history">
          {t('history')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('historyText')}
        </Text>
        <Page query={query} isEmpty={() => changes.length === 0} empty={<Text c="dimmed">{t('historyEmpty')}</Text>}>
          {() => (
            <ul className={classes.changes}>
              {changes.map(({ eventId, at, by, field, from, to }) => (
                <li key={`${eventId} ${field}`}>
                  <Text component="div" size="sm" fw={500}>
                    {field}
                  </Text>
                  <div>
                    <Value>{from}</Value> → <Value>{to}</Value>
                  </div>
                  <Text component="div" size="sm" c="dimmed">
                    <Sentence pieces={[by]} />, {formatMoment(at)}
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </Page>
        <MoreButton query={query} label={t('showMore')} size="xs" />
      </Stack>
    </Card>
  )
}
