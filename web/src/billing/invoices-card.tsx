import { Card, Stack, Text, Title } from '@mantine/core'
import type { MyInvoice } from '@spacekeeper/contract/billing/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { myInvoicesQuery, plan } from './api.ts'
import { lastDayBefore } from './plan-state.ts'
import classes from './my-plan.module.css'

const InvoiceRow = ({ invoice }: { invoice: MyInvoice }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { id: invoiceId, number, kind, issuedOn, totalCents, currency, description, movedTo, isPaid } = invoice
  const days = movedTo.map(({ from, to }) => `${formatCalendarDay(from)} – ${formatCalendarDay(lastDayBefore(to))}`)
  const what = t(kind === 'invoice' ? 'invoiceNumber' : 'creditNoteNumber', { number })
  return (
    <li className={`${classes.row} ${classes.invoice}`}>
      <span>
        {what}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {[formatCalendarDay(issuedOn), description].filter((part) => part !== '').join(', ')}
        </span>
        {days.length > 0 ? (
          <span className={classes.quiet} style={{ display: 'block' }}>
            {t('invoiceMoved', { days: days.join(', ') })}
          </span>
        ) : null}
      </span>
      {kind === 'invoice' ? (
        <Status kind={isPaid ? 'fine' : 'waiting'}>{t(isPaid ? 'invoicePaid' : 'invoiceOpen')}</Status>
      ) : null}
      <span className={classes.money}>{money(totalCents, currency)}</span>
      <DownloadButton
        label="PDF"
        size="compact-sm"
        aria-label={t('downloadOf', { what })}
        load={() => plan.downloadMyInvoice({ invoiceId })}
      />
    </li>
  )
}

/** The member's invoices and credit notes, newest first. */
export const InvoicesCard = () => {
  const { t } = useTranslation('billing')
  const query = useInfiniteQuery(myInvoicesQuery)
  return (
    <Card component="section" aria-labelledby="invoices">
      <Title order={2} id="invoices">
        {t('invoices')}
      </Title>
      <Page query={query} skeleton={<RowsSkeleton rows={2} />}>
        {({ pages }) => {
          const invoices = pages.flatMap((page) => page.invoices)
          if (invoices.length === 0) return <Text className={classes.quiet ?? ''}>{t('noInvoicesText')}</Text>
          return (
            <Stack gap="xs">
              <ul className={classes.list}>
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
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
