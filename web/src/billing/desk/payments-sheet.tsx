import { Button, Card } from '@mantine/core'
import type { BookedPayment, CardRefund } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { cardRefundFailures, type CardRefundState } from '@spacekeeper/contract/billing/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { type DeskFilter, deskPaymentsQuery } from './api.ts'
import { methodWords } from './arrival-field.tsx'
import { PaymentRefundDialog } from './refund-dialog.tsx'
import { ReversePaymentDialog } from './settle-dialog.tsx'
import { DeskEmpty, SumRow } from './sum-row.tsx'
import { UndoRefundButton } from './undo-refund-dialog.tsx'
import classes from './desk.module.css'

type Props = { filter: DeskFilter; onClear: () => void }

/** What arrived and what was given back, newest first. */
export const DeskPaymentsSheet = ({ filter, onClear }: Props) => {
  const { t } = useTranslation('billing')
  const query = useInfiniteQuery(deskPaymentsQuery(filter))
  const [wrong, setWrong] = useState<BookedPayment | null>(null)
  const [refunded, setRefunded] = useState<BookedPayment | null>(null)
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
          <SumRow count={first?.count ?? 0} sums={first?.sums ?? []} />
          <Card padding={0} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            <ul className={classes.list}>
              {payments.map((payment) => (
                <PaymentRow
                  key={payment.id}
                  payment={payment}
                  onReverse={() => setWrong(payment)}
                  onRefund={() => setRefunded(payment)}
                />
              ))}
            </ul>
          </Card>
          <MoreButton query={query} label={t('deskShowMore')} size="xs" isCentred />
          {wrong ? <ReversePaymentDialog payment={wrong} onClose={() => setWrong(null)} /> : null}
          {refunded ? (
            <PaymentRefundDialog target={{ paymentId: refunded.id }} onClose={() => setRefunded(null)} />
          ) : null}
        </>
      )}
    </Page>
  )
}

const cardRefundWords = {
  asked: { kind: 'waiting', words: 'deskCardRefundAsked' },
  sent: { kind: 'waiting', words: 'deskCardRefundSent' },
  done: { kind: 'fine', words: 'deskCardRefundSent' },
  failed: { kind: 'warning', words: 'deskCardRefundFailed' },
} as const satisfies Record<CardRefundState, { kind: StatusKind; words: string }>

/** A refund that Stripe has not given back yet, or can't. */
const CardRefundLine = ({ refund }: { refund: CardRefund }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { kind, words } = cardRefundWords[refund.state]
  return (
    <span className={classes.more}>
      <Status kind={kind}>{t(words, { amount: money(refund.amountCents, refund.currency) })}</Status>
      {refund.failure === null ? null : <span className={classes.more}>{cardRefundFailures[refund.failure]}</span>}
    </span>
  )
}

type PaymentRowProps = { payment: BookedPayment; onReverse: () => void; onRefund: () => void }

const PaymentRow = ({ payment, onReverse, onRefund }: PaymentRowProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { memberName: name, amountCents, method, reference, note, covers, by, isReversed, reverses, currency } = payment
  const isRefunded = payment.refundedCents > 0
  const details = [
    t(methodWords[method]),
    formatCalendarDay(payment.paidOn),
    ...(reference === '' ? [] : [reference]),
    ...(by === null ? [] : [t('deskBookedBy', { name: by })]),
  ]
  const isSpent = covers.reduce((sum, { amountCents: cents }) => sum + cents, 0) >= amountCents - payment.refundedCents
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
        {payment.refunds !== null
          ? t('deskIsRefund')
          : isReversed
            ? t(isRefunded ? 'deskIsRefunded' : 'deskIsReversed')
            : reverses === null
              ? paid
              : t(amountCents > 0 ? 'deskIsUndo' : 'deskIsReversal')}
        {isRefunded && !isReversed ? (
          <span className={classes.more}>
            {t('deskPartRefunded', { amount: money(payment.refundedCents, currency) })}
          </span>
        ) : null}
        {isReversed || isSpent || amountCents < 0 || reverses !== null ? null : (
          <span className={classes.more}>{t('deskUnspent')}</span>
        )}
        {note === '' ? null : <span className={classes.more}>{note}</span>}
        {payment.cardRefund === null ? null : <CardRefundLine refund={payment.cardRefund} />}
      </span>
      <span className={classes.money} data-reversed={isReversed || undefined}>
        {money(amountCents, currency)}
      </span>
      <span className={classes.acts}>
        {payment.canReverse ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={onReverse}
            aria-label={t('deskReverseOf', { amount: money(amountCents, currency), name })}
          >
            {t('deskReverse')}
          </Button>
        ) : null}
        <UndoRefundButton payment={payment} />
        {payment.canRefund ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={onRefund}
            aria-label={t('deskRefundOf', { amount: money(amountCents, currency), name })}
          >
            {t('deskRefund')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}
