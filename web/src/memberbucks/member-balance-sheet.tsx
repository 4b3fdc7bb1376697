import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import type { LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoment, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { memberLedgerQuery } from './api.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { EntriesTable } from './entries-table.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
import classes from './memberbucks.module.css'

type Props = { memberId: number; name: string }

/** What a member has of the site's balance and what moved it, for staff who keep the books. */
export const MemberBalanceSheet = ({ memberId, name }: Props) => {
  const { t } = useTranslation('memberbucks')
  const ledger = useInfiniteQuery(memberLedgerQuery(memberId))
  const [isBooking, setBooking] = useState(false)
  const [wrong, setWrong] = useState<LedgerEntry | null>(null)
  const viewer = useProfile()
  const isNarrow = useIsNarrow()
  const mayBook = viewer?.admin === true || viewer?.id !== memberId
  return (
    <Page query={ledger} skeleton={<RowsSkeleton rows={5} />}>
      {({ pages }) => {
        const balanceCents = pages[0]?.balanceCents ?? 0
        const entries = pages.flatMap((page) => page.entries)
        const dialog = { memberId, name, balanceCents }
        const balance = (
          <BalanceCard
            key="balance"
            memberId={memberId}
            balanceCents={balanceCents}
            lastPurchase={pages[0]?.lastPurchase ?? null}
            onBook={mayBook ? () => setBooking(true) : null}
          />
        )
        const list =
          entries.length === 0 ? (
            <Empty key="entries" title={t('noneTitle')} text={t('noneText', { name })} />
          ) : (
            <Stack key="entries" gap="md">
              <EntriesTable entries={entries} onReverse={mayBook ? setWrong : null} />
              <MoreButton query={ledger} label={t('showMore')} size="xs" isCentred />
            </Stack>
          )
        return (
          <div className={classes.columns}>
            {isNarrow ? [balance, list] : [list, balance]}
            {isBooking ? <BookingDialog {...dialog} onClose={() => setBooking(false)} /> : null}
            {wrong ? <ReverseDialog {...dialog} entry={wrong} onClose={() => setWrong(null)} /> : null}
          </div>
        )
      }}
    </Page>
  )
}

type CardProps = { memberId: number; balanceCents: number; lastPurchase: string | null; onBook: (() => void) | null }

const BalanceCard = ({ memberId, balanceCents, lastPurchase, onBook }: CardProps) => {
  const { t } = useTranslation('memberbucks')
  const { general, features } = useSite()
  const money = (cents: number) => formatMoney(cents, general.siteLocaleCurrency)
  return (
    <Card component="section" aria-labelledby="member-balance">
      <Title order={2} id="member-balance" style={{ overflowWrap: 'anywhere' }}>
        {features.memberbucksName || t('balance')}
      </Title>
      <p className={classes.figure} data-negative={balanceCents < 0 || undefined}>
        {money(balanceCents)}
      </p>
      <Stack gap="sm" align="flex-start">
        {balanceCents < 0 ? <Text size="sm">{t('owes', { amount: money(-balanceCents) })}</Text> : null}
        {lastPurchase === null ? null : (
          <Text size="sm" c="dimmed">
            {t('lastPurchase', { moment: formatMoment(lastPurchase) })}
          </Text>
        )}
        {features.enableMemberBucks ? null : <Text size="sm">{t('off')}</Text>}
        {features.enableMemberBucks && onBook ? (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onBook}>
            {t('add')}
          </Button>
        ) : null}
        {onBook ? null : <Text size="sm">{t('ownBalance')}</Text>}
        {features.enableMemberBucks ? (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/manage/memberbucks" search={{ member: memberId }} {...props} />}
          >
            {t('statement')}
          </Anchor>
        ) : null}
      </Stack>
    </Card>
  )
}
