import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { Receipt } from '@spacekeeper/contract/stripe/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { downloadMyInvoice, receiptsQuery } from './api.ts'
import classes from './stripe.module.css'

const states = {
  started: { kind: 'waiting', words: 'stateStarted' },
  unconfirmed: { kind: 'warning', words: 'stateUnconfirmed' },
  processing: { kind: 'waiting', words: 'stateProcessing' },
  succeeded: { kind: 'fine', words: 'stateSucceeded' },
  failed: { kind: 'refused', words: 'stateFailed' },
  canceled: { kind: 'none', words: 'stateCanceled' },
} as const satisfies Record<Receipt['state'], { kind: StatusKind; words: string }>

const useWhat = () => {
  const { t } = useTranslation('stripe')
  return ({ kind, words }: Receipt): string => {
    if (kind === 'topUp') return words === '' ? t('topUpOnly') : t('topUpBy', { method: words })
    return kind === 'refund' ? t('refundOf', { words }) : words
  }
}

const ReceiptRow = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const what = useWhat()(receipt)
  const { at, amountCents, currency, state, failure, reversedCents, receiptUrl, invoices } = receipt
  const day = formatDate(at)
  return (
    <li className={classes.row}>
      <span>
        {what}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {day}
        </span>
      </span>
      <span className={classes.money}>{money(amountCents, currency)}</span>
      <span className={classes.papers}>
        <Status kind={states[state].kind}>{t(states[state].words)}</Status>
        {failure === '' ? null : <span className={classes.quiet}>{failure}</span>}
        {reversedCents > 0 ? (
          <Status kind="info">{t('givenBack', { amount: money(reversedCents, currency) })}</Status>
        ) : null}
        {receiptUrl === '' ? null : (
          <Anchor href={receiptUrl} target="_blank" rel="noreferrer" aria-label={t('receiptOf', { what, day })}>
            {t('receipt')}
          </Anchor>
        )}
        {invoices.map(({ id: invoiceId, number }) => (
          <DownloadButton
            key={invoiceId}
            label={t('invoice', { number })}
            size="compact-sm"
            aria-label={t('invoiceOf', { number })}
            load={() => downloadMyInvoice({ invoiceId })}
          />
        ))}
      </span>
    </li>
  )
}

/** What the member paid through Stripe, newest first. */
export const ReceiptsCard = () => {
  const { t } = useTranslation('stripe')
  const query = useInfiniteQuery(receiptsQuery)
  return (
    <Card component="section" aria-labelledby="receipts">
      <Title order={2} id="receipts" mb="xs">
        {t('receipts')}
      </Title>
      <Page query={query} skeleton={<RowsSkeleton rows={3} />}>
        {({ pages }) => {
          const receipts = pages.flatMap((page) => page.receipts)
          if (receipts.length === 0) return <Text c="dimmed">{t('noReceipts')}</Text>
          return (
            <Stack gap="xs">
              <ul className={classes.list}>
                {receipts.map((receipt) => (
                  <ReceiptRow key={receipt.key} receipt={receipt} />
                ))}
              </ul>
              <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
