import { Button, Stack, Text } from '@mantine/core'
import type { CardDues, CardStanding, StartedCardPayment } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import type { SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { refreshDomains, refreshOnRefusal } from '#platform/api/refresh.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { goToStripe } from './api.ts'
import { payByCard, startSetup, tryCardAgain } from './dues-api.ts'
import { useMethodName } from './method-words.ts'
import { PaymentRow } from './payment-row.tsx'
import classes from './stripe.module.css'

type Look = { size: 'lg' | 'sm' }

type SetupProps = { words: string; isMain: boolean; size: 'lg' | 'sm' }

/** The way to Stripe's page, where a card or bank account is entered; the member comes back to their plan. */
export const SetupButton = ({ words, isMain, size }: SetupProps) => {
  const setup = useMutation({
    mutationFn: () => startSetup({ back: 'plan' }),
    onSuccess: ({ url }) => goToStripe(url),
  })
  return (
    <>
      {setup.error ? <FormError>{errorText(setup.error)}</FormError> : null}
      <Button
        size={size}
        variant={isMain ? 'filled' : 'default'}
        loading={setup.isPending || setup.isSuccess}
        onClick={() => setup.mutate()}
      >
        {words}
      </Button>
    </>
  )
}

const PageLink = ({ to, children, size }: Look & { to: string; children: ReactNode }) => (
  <Button component="a" href={to} size={size}>
    {children}
  </Button>
)

/** Tries what is open with the saved card. What came of it stands above, because it comes with the answer. */
const TryButton = ({ words, size }: Look & { words: string }) => {
  const again = useMutation({
    mutationFn: () => tryCardAgain(),
    onSettled: refreshOnRefusal('stripe', 'billing'),
    onSuccess: ({ invoice }) => {
      if (invoice?.needsConfirmation && invoice.payAt !== null) goToStripe(invoice.payAt)
    },
  })
  return (
    <>
      {again.error ? <FormError>{errorText(again.error)}</FormError> : null}
      <Button size={size} loading={again.isPending} onClick={() => again.mutate()}>
        {words}
      </Button>
    </>
  )
}

const TakingFirst = ({ amount, method, size }: Look & { amount: string; method: SavedMethod }) => {
  const { t } = useTranslation('stripe')
  const name = useMethodName()
  return (
    <>
      <Status kind="waiting">{t('takingFirst', { amount, method: name(method) })}</Status>
      <TryButton words={t('tryAgain')} size={size} />
    </>
  )
}

/** A plan by card without a card: what is due is taken once one is entered. */
const NoMethod = ({ open, size }: Look & { open: NonNullable<CardDues['open']> }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  return (
    <>
      <Text>{t('enterFirst', { amount: money(open.amountCents, open.currency) })}</Text>
      <SetupButton words={t('enterCard')} isMain size={size} />
    </>
  )
}

type InvoiceProps = Look & {
  invoice: NonNullable<CardStanding['invoice']>
  method: CardDues['method']
  /** Its first try is under way, as far as is known. */
  isBeginning: boolean
}

/** An invoice of Stripe's that is not paid: why, when Stripe tries again, and what to do now. */
const OpenInvoice = ({ invoice, method, isBeginning, size }: InvoiceProps) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const name = useMethodName()
  const { dueCents, currency, payAt, needsConfirmation, isProcessing, failure: reason, nextAttemptAt } = invoice
  const amount = money(dueCents, currency)
  if (isProcessing) return <Status kind="waiting">{t('onTheWay', { amount })}</Status>
  if (needsConfirmation && payAt !== null) {
    return (
      <>
        <Status kind="warning">{t('confirmAsked', { amount })}</Status>
        <PageLink to={payAt} size={size}>
          {t('confirmNow')}
        </PageLink>
        <SetupButton words={t('useOther')} isMain={false} size="sm" />
      </>
    )
  }
  if (isBeginning && method && reason === '') return <TakingFirst amount={amount} method={method} size={size} />
  return (
    <>
      <Status kind={reason === '' ? 'warning' : 'refused'}>
        {reason === '' ? t('isOpen', { amount }) : t('tryFailed', { amount, reason })}
      </Status>
      <Text size="sm" c="dimmed">
        {nextAttemptAt === null ? t('triesNoMore') : t('triesOn', { day: formatDate(nextAttemptAt) })}
      </Text>
      <div className={classes.buttons}>
        {method ? <TryButton words={t('payNowWith', { amount, method: name(method) })} size={size} /> : null}
        {method || payAt === null ? null : (
          <PageLink to={payAt} size={size}>
            {t('payNow', { amount })}
          </PageLink>
        )}
        <SetupButton words={t(method ? 'useOther' : 'enterCard')} isMain={false} size="sm" />
      </div>
    </>
  )
}

type OpenProps = Look & { isSecond: boolean; open: NonNullable<CardDues['open']>; method: CardDues['method'] }

/** What is open of a plan that is paid in another way: one tap with the saved card, or Stripe's page. */
const OpenCharges = ({ open, method, size, isSecond }: OpenProps) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const name = useMethodName()
  const [keys] = useState(() => new Map<string, string>())
  const { amountCents, currency } = open
  const amount = money(amountCents, currency)
  const keyOf = (way: 'saved' | 'checkout') => {
    const what = `${way} ${amountCents}`
    const key = keys.get(what) ?? newKey()
    keys.set(what, key)
    return key
  }
  const pay = useMutation({
    mutationFn: (way: 'saved' | 'checkout') => payByCard({ amountCents, way, idempotencyKey: keyOf(way) }),
    onSuccess: ({ payment, url }: StartedCardPayment) => {
      if (url !== null) return goToStripe(url)
      // After a lost answer the same is asked for again; what failed is another payment.
      if (payment.state !== 'started') keys.clear()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'amountsChanged') void refreshDomains('stripe', 'billing')
    },
  })
  const main = method ? 'saved' : 'checkout'
  return (
    <>
      {pay.error ? <FormError>{errorText(pay.error)}</FormError> : null}
      <div className={classes.buttons}>
        <Button
          size={size}
          variant={isSecond ? 'default' : 'filled'}
          loading={pay.isPending && pay.variables === main}
          disabled={pay.isPending && pay.variables !== main}
          onClick={() => pay.mutate(main)}
        >
          {method ? t('payNowWith', { amount, method: name(method) }) : t('payOnPage', { amount })}
        </Button>
        {method ? (
          <Button
            size="sm"
            variant="default"
            loading={pay.isPending && pay.variables === 'checkout'}
            disabled={pay.isPending && pay.variables !== 'checkout'}
            onClick={() => pay.mutate('checkout')}
          >
            {t('payOther')}
          </Button>
        ) : null}
      </div>
      <span className={classes.quiet}>{method ? null : t('goesToStripe')}</span>
    </>
  )
}

/** Whether there is anything to pay by card, to confirm or to wait for. */
export const hasDues = ({ standing, open, recent }: CardDues): boolean =>
  open !== null || recent.length > 0 || (standing?.invoice ?? null) !== null

/** `isSecond`: another way to pay was chosen, so its button stands back. */
type Props = { dues: CardDues; size?: Look['size']; isSecond?: boolean }

/** What can be paid by card now, why an earlier try failed, and the one button that goes on. */
export const DuesForm = ({ dues, size = 'sm', isSecond = false }: Props) => {
  const { standing, method, open, recent } = dues
  return (
    <Stack gap="sm" align="flex-start" role="status">
      {recent.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
      {standing?.invoice ? (
        <OpenInvoice
          invoice={standing.invoice}
          method={method}
          isBeginning={standing.state === 'incomplete'}
          size={size}
        />
      ) : null}
      {open && standing && !method ? <NoMethod open={open} size={size} /> : null}
      {open && (method || !standing) ? (
        <OpenCharges open={open} method={method} size={size} isSecond={isSecond} />
      ) : null}
    </Stack>
  )
}
