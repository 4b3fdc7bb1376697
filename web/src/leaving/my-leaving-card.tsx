import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { ownLeavingQuery } from './api.ts'

/** On the first screen of a former member: what comes next, and the way to all of it. Nothing where nothing is open. */
export const MyLeavingCard = () => {
  const { t } = useTranslation('leaving')
  const money = useMoney()
  const { data } = useQuery(ownLeavingQuery)
  const leaving = data?.leaving
  const credit = data?.credit
  const isAsked = credit?.mayAsk === true
  if (!leaving || (leaving.state === 'done' && !isAsked)) return null
  const next = leaving.steps.find(({ state }) => state === 'waiting' || state === 'failed')
  return (
    <Card component="section" aria-labelledby="my-leaving">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="my-leaving">
          {t('mineTitle')}
        </Title>
        {leaving.state === 'paused' ? <Status kind="locked">{t('minePaused')}</Status> : null}
        {next ? (
          <Text>
            {formatCalendarDay(next.dueOn)}: {next.title}
          </Text>
        ) : null}
        {credit && isAsked ? <Text>{t('creditHome', { amount: money(credit.cents, credit.currency) })}</Text> : null}
        <Anchor component={Link} to="/account/leaving">
          {t('seeAll')}
        </Anchor>
      </Stack>
    </Card>
  )
}
