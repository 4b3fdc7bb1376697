import { Card, Title, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { memberRefusalsQuery } from './api.ts'
import { reasonText } from './refusals.ts'
import classes from './member-refusals-card.module.css'

/** What doors refused a member lately and why: mostly why staff look at their access. */
export const MemberRefusalsCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('members')
  const query = useQuery(memberRefusalsQuery(memberId))
  return (
    <Card component="section" aria-labelledby="refused-lately">
      <Title order={2} id="refused-lately" mb={6}>
        {t('refusedLately')}
      </Title>
      <Page
        query={query}
        isEmpty={({ refusals }) => refusals.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            {t('notRefused')}
          </Text>
        }
      >
        {({ refusals }) => (
          <ul className={classes.rows}>
            {refusals.map(({ id, name, refusal, date }) => (
              <li key={id} className={classes.row}>
                <span className={classes.name}>{name}</span>
                <span className={classes.reason}>{reasonText(refusal)}</span>
                <time dateTime={date} className={classes.when}>
                  {formatSince(date)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Page>
    </Card>
  )
}
