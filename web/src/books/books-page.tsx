import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { BooksApi } from '@spacekeeper/contract/books/routes.ts'
import type { MonthEnd } from '@spacekeeper/contract/books/shapes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { IconChevronLeft, IconChevronRight, IconPrinter, IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMonth } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { NamedAccount } from './account-words.ts'
import { type AskedMonth, booksQuery, monthQuery } from './api.ts'
import { ClosingCard } from './closing-card.tsx'
import { CodesCard } from './codes-card.tsx'
import { ExportCard } from './export-card.tsx'
import { LinesDialog } from './lines-dialog.tsx'
import { AgingCard, BalancesCard, ChecksCard, CreditsCard, DeferredCard, RevenueCard } from './month-end-list.tsx'
import { lastDayOfMonth, monthBefore, monthsBetween } from './months.ts'
import { TrialBalanceTable } from './trial-balance-table.tsx'
import classes from './books.module.css'

const BooksPage = () => {
  const { month, currency } = Route.useSearch()
  const books = useQuery(booksQuery)
  return (
    <Page query={books}>
      {({ lastDay, ...facts }) => {
        // The last month that is over: the one a treasurer comes for.
        const today = lastDay.slice(0, 7)
        const shown = month ?? (lastDay === lastDayOfMonth(today) ? today : monthBefore(today))
        return <ShownMonth asked={{ month: shown, currency }} lastDay={lastDay} {...facts} />
      }}
    </Page>
  )
}

// Named by the contract and not by the cards: a type that names them would load them with the portal.
type BookFacts = Omit<Output<BooksApi['get']>, 'lastDay'>

const ShownMonth = ({ asked, lastDay, ...facts }: BookFacts & { asked: AskedMonth; lastDay: string }) => {
  const { t } = useTranslation('books')
  const query = useQuery(monthQuery(asked))
  const [lines, setLines] = useState<NamedAccount | null>(null)
  const monthEnds = lastDayOfMonth(asked.month)
  return (
    <Stack gap="md">
      <MonthTools asked={asked} last={lastDay.slice(0, 7)} end={query.data} />
      <Page query={query}>
        {(end) =>
          end.trialBalance.length === 0 && end.exports.length === 0 ? (
            <>
              <Empty title={t('nothingTitle')} text={t('nothingText')} />
              <CodesCard codes={facts.codes} plans={facts.plans} />
            </>
          ) : (
            <>
              <Text className={classes.printed ?? ''} fw={600}>
                {t('printedOf', { month: formatMonth(end.month) })}
              </Text>
              {end.isOver ? null : <Status kind="info">{t('notOver')}</Status>}
              <ChecksCard end={end} />
              <div className={classes.columns}>
                <div>
                  <RevenueCard end={end} onOpen={setLines} />
                  <AgingCard end={end} />
                </div>
                <div>
                  <DeferredCard end={end} />
                  <BalancesCard end={end} />
                  <CreditsCard end={end} />
                </div>
              </div>
              <TrialBalanceTable end={end} onOpen={setLines} />
              <div className={classes.columns}>
                <div>
                  <ClosingCard
                    {...facts}
                    suggested={monthEnds < lastDay ? monthEnds : lastDay}
                    isRight={end.checks.every(({ isRight }) => isRight)}
                  />
                  <CodesCard codes={facts.codes} plans={facts.plans} />
                </div>
                <div>
                  <ExportCard asked={asked} exports={end.exports} />
                </div>
              </div>
            </>
          )
        }
      </Page>
      {lines ? <LinesDialog of={lines} asked={asked} onClose={() => setLines(null)} /> : null}
    </Stack>
  )
}

type ToolProps = { asked: AskedMonth; last: string; end: MonthEnd | undefined }

/** Which month is shown, in which currency, whether it is closed, and how to print it. */
const MonthTools = ({ asked, last, end }: ToolProps) => {
  const { t } = useTranslation('books')
  const navigate = Route.useNavigate()
  const choose = (search: AskedMonth) => void navigate({ search, replace: true, resetScroll: false })
  const first = end?.firstMonth ?? asked.month
  const months = monthsBetween(first < asked.month ? first : asked.month, last > asked.month ? last : asked.month)
  const at = months.indexOf(asked.month)
  const step = (label: string, to: string | undefined, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && choose({ ...asked, month: to })}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={`${classes.tools} ${classes.screenOnly}`}>
      <Group gap={4} align="end" wrap="nowrap">
        {step(t('monthBefore'), months[at + 1], IconChevronLeft)}
        <NativeSelect
          label={t('month')}
          value={asked.month}
          data={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChange={({ currentTarget: { value } }) => choose({ ...asked, month: value })}
        />
        {step(t('monthAfter'), months[at - 1], IconChevronRight)}
      </Group>
      {end && end.currencies.length > 1 ? (
        <NativeSelect
          label={t('currency')}
          value={end.currency}
          data={end.currencies}
          onChange={({ currentTarget: { value } }) => choose({ ...asked, currency: value })}
        />
      ) : null}
      {end ? (
        <Status kind={end.isClosed ? 'locked' : 'info'}>{t(end.isClosed ? 'monthClosed' : 'monthOpen')}</Status>
      ) : null}
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => globalThis.print()}>
        {t('print')}
      </Button>
    </div>
  )
}

const monthPattern = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/

export const Route = createFileRoute('/manage/books')({
  component: BooksPage,
  validateSearch: ({ month, currency }: Record<string, unknown>): Partial<AskedMonth> => ({
    ...(typeof month === 'string' && monthPattern.test(month) && { month }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
  }),
  staticData: {
    title: 'books:titleBooks',
    loggedIn: true,
    staff: 'money',
    menu: { group: 'admin', icon: IconReportMoney, order: 47 },
  },
})
