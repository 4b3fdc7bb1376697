import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StripeComparison } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { comparisonsQuery, stripe } from './desk-api.ts'
import classes from './desk.module.css'

/** What a comparison put right. */
const useFound = () => {
  const { t } = useTranslation('stripe')
  return ({ events, movements, problems }: StripeComparison): string => {
    const said = [
      ['comparedEvents', events],
      ['comparedMovements', movements],
    ] as const
    const parts = said.flatMap(([words, count]) =>
      count === 0 ? [] : [t(words, { count, formatted: formatNumber(count) })],
    )
    return parts.length + problems.length === 0 ? t('comparedSame') : parts.join(' ')
  }
}

type Problem = StripeComparison['problems'][number]

const ProblemRow = ({ problem: { ref, memberId, memberName } }: { problem: Problem }) => {
  const { t } = useTranslation('stripe')
  return (
    <li>
      {memberName === null ? null : (
        <>
          <Anchor
            underline="always"
            inherit
            renderRoot={(props) => (
              <Link to="/manage/members/$memberId" params={{ memberId: String(memberId) }} {...props} />
            )}
          >
            {memberName}
          </Anchor>
          {': '}
        </>
      )}
      {t('problemUnknown', { ref })}
    </li>
  )
}

const ComparisonRow = ({ run }: { run: StripeComparison }) => {
  const { t } = useTranslation('stripe')
  const found = useFound()
  const isOver = run.endedAt !== null
  return (
    <li className={classes.row}>
      <span className={classes.wide}>
        <Moment at={run.beganAt} /> {isOver ? null : <Status kind="waiting">{t('running')}</Status>}
        {run.failure === null ? null : <Status kind="warning">{t('endedEarly', { why: run.failure })}</Status>}
      </span>
      {isOver && run.failure === null ? <span className={`${classes.wide} ${classes.quiet}`}>{found(run)}</span> : null}
      {run.problems.length === 0 ? null : (
        <ul className={`${classes.wide} ${classes.faults}`}>
          {run.problems.map((problem) => (
            <ProblemRow key={problem.ref} problem={problem} />
          ))}
        </ul>
      )}
    </li>
  )
}

const CompareButton = () => {
  const { t } = useTranslation('stripe')
  const compare = useMutation({
    mutationFn: () => stripe.compareNow(),
    onSuccess: () => {
      notify.done({ text: t('compareAsked') })
    },
    onError: (error) => notify.failed(error),
  })
  return (
    <Button variant="default" loading={compare.isPending} onClick={() => compare.mutate()}>
      {t('compareNow')}
    </Button>
  )
}

/** What each comparison with Stripe put right, and what a person has to look at. */
export const ComparisonsCard = () => {
  const { t } = useTranslation('stripe')
  const query = useInfiniteQuery(comparisonsQuery)
  return (
    <Card component="section" aria-labelledby="stripe-comparison">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="stripe-comparison">
          {t('comparison')}
        </Title>
        <CompareButton />
      </Group>
      <Text size="sm" c="dimmed">
        {t('comparisonText')}
      </Text>
      <Page query={query}>
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.comparisons)
          if (runs.length === 0) return <Text mt="sm">{t('noComparison')}</Text>
          return (
            <Stack gap="xs">
              <ul className={classes.list} aria-label={t('comparison')}>
                {runs.map((run) => (
                  <ComparisonRow key={run.id} run={run} />
                ))}
              </ul>
              <MoreButton query={query} label={t('moreRows')} size="xs" isCentred />
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
