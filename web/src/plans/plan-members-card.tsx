import { Stack, Title } from '@mantine/core'
import { subscriptionStandingWords } from '@spacekeeper/contract/billing/words.ts'
import type { PlanMember } from '@spacekeeper/contract/plans/shapes.ts'
import { collectorWords } from '@spacekeeper/contract/plans/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import { planMembersQuery } from './api.ts'
import classes from './plans.module.css'

const helper = rowsColumns<PlanMember>()

const tones = {
  incomplete: 'waiting',
  active: 'fine',
  pastDue: 'warning',
  paused: 'offline',
  cancelling: 'waiting',
} as const satisfies Record<PlanMember['state'], string>

const columnsOf = (t: Translate<'plans'>, money: (cents: number, currency: string) => string) =>
  helper.columns([
    helper.accessor('name', {
      header: t('member'),
      cell: ({ row }) => <MemberLink id={row.original.memberId}>{row.original.name}</MemberLink>,
      meta: { phone: 'who' },
    }),
    helper.accessor('costCents', {
      header: t('pays'),
      cell: ({ row: { original } }) => (
        <span className={classes.words}>
          {money(original.costCents, original.currency)}
          {original.next ? (
            <span className={classes.more}>
              {t('thenPlan', { plan: original.next.plan, amount: money(original.next.costCents, original.currency) })}
            </span>
          ) : null}
        </span>
      ),
      meta: { phone: 'where' },
    }),
    helper.accessor('state', {
      header: t('state'),
      cell: ({ getValue }) => <Status kind={tones[getValue()]}>{subscriptionStandingWords[getValue()]}</Status>,
      meta: { phone: 'what' },
    }),
    helper.accessor('collector', { header: t('paidBy'), cell: ({ getValue }) => collectorWords[getValue()] }),
    helper.accessor('startedOn', { header: t('since'), cell: ({ getValue }) => formatCalendarDay(getValue()) }),
    helper.accessor('paidThrough', {
      header: t('paidThrough'),
      cell: ({ getValue }) => formatCalendarDay(getValue()),
      meta: { phone: 'when' },
    }),
  ])

/** Who has a plan now, and what each of them agreed to. */
export const PlanMembersCard = ({ planId }: { planId: number }) => {
  const { t } = useTranslation('plans')
  const query = useInfiniteQuery(planMembersQuery(planId))
  const money = useMoney()
  const columns = useMemo(() => columnsOf(t, money), [t, money])
  return (
    <Page
      query={query}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={<Empty title={t('noOneTitle')} text={t('noOneText')} />}
    >
      {({ pages }) => (
        <Stack gap="xs" component="section" aria-labelledby="plan-members">
          <Title order={2} id="plan-members">
            {t('onIt')}
          </Title>
          <RowsTable
            rows={pages.flatMap(({ members }) => members)}
            keyOf={({ memberId }) => memberId}
            label={t('onIt')}
            filter=""
            columns={columns}
          />
          <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
        </Stack>
      )}
    </Page>
  )
}
