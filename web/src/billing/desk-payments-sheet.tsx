import { Button, Card } from '@mantine/core'
import type { BookedPayment } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { type DeskFilter, deskPaymentsQuery } from './desk-api.ts'
import { DeskEmpty, SumRow } from './desk-sum-row.tsx'
import { ReversePaymentDialog } from './settle-dialog.tsx'
import classes from './desk.module.css'

export const methodWords = {
  bank: 'deskMethodBank',
  cash: 'deskMethodCash',
  other: 'deskMethodOther',
  directDebit: 'deskMethodDirectDebit',
  card: 'deskMethodCard',
  balance: 'deskMethodBalance',
} as const satisfies Record<PaymentMethod, string>

type Props = { filter: DeskFilter; onClear: () => void }

/** What arrived and what was given back, newest first. */
export const DeskPaymentsSheet = ({ filter, onClear }: Props) => {
  const { t } = useTranslation('billing')
  const query = useInfiniteQuery(deskPaymentsQuery(filter))
  const [wrong, setWrong] = useState<BookedPayment | null>(null)
  const payments = query.data?.pages.flatMap((page) => page.payments) ?? []
  const [first] = query.data?.pages ?? []
  return (
    <Page
      query={query}
      skeleton={<RowsSkeleton rows={5} />}
      isEmpty={() => payments.length === 0}
      empty={<DeskEmpty list="paid" isFiltered={Object.keys(filter).length > 0} onClear={onClear} />}
    >
      {() => (
        <>
          <SumRow count={first?.count ?? 0} sumCents={first?.sumCents ?? 0} />
          <Card padding={0} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            <ul className={classes.list}>
              {payments.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} onReverse={() => setWrong(payment)} />
              ))}
            </ul>
          </Card>
          <MoreButton query={query} label={t('deskShowMore')} size="xs" isCentred />
          {wrong ? <ReversePaymentDialog payment={wrong} onClose={() => setWrong(null)} /> : null}
        </>
      )}
    </Page>
  )
}

const PaymentRow = ({ payment, onReverse }: { payment: BookedPayment; onReverse: () => void }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { memberName: name, amountCents, method, reference, note, covers, by, isReversed, reverses } = payment
  const details = [
    t(methodWords[method]),
    formatCalendarDay(payment.paidOn),
    ...(reference === '' ? [] : [reference]),
    ...(by === null ? [] : [t('deskBookedBy', { name: by })]),
  ]
  const isSpent = covers.reduce((sum, { amountCents: cents }) => sum + cents, 0) >= amountCents
  const paid =
    covers.length > 0 ? t('deskPaidFor', { what: [...new Set(covers.map((one) => one.description))].join(', ') }) : null
  return (
    <li className={`${classes.row} ${classes.payment}`}>
      <span className={classes.what}>
        <span className={classes.person}>
          <MemberLink id={payment.memberId}>{name}</MemberLink>
        </span>
        <span className={classes.more}>{details.join(', ')}</span>
      </span>
      <span className={`${classes.what} ${classes.state}`}>
        {isReversed ? t('deskIsReversed') : reverses === null ? paid : t('deskIsReversal')}
        {isReversed || isSpent || amountCents < 0 ? null : <span className={classes.more}>{t('deskUnspent')}</span>}
        {note === '' ? null : <span className={classes.more}>{note}</span>}
      </span>
      <span className={classes.money} data-reversed={isReversed || undefined}>
        {money(amountCents)}
      </span>
      <span className={classes.acts}>
        {payment.canReverse ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={onReverse}
            aria-label={t('deskReverseOf', { amount: money(amountCents), name })}
          >
            {t('deskReverse')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}
