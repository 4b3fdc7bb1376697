import { Button, Stack, Text } from '@mantine/core'
import type { CardDues, StartedCardPayment } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import { useState } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { goToStripe } from './api.ts'
import { payByCard, startSetup } from './dues-api.ts'
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
export const hasDues = ({ open, recent }: CardDues): boolean => open !== null || recent.length > 0

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
      {open && standing && !method ? <NoMethod open={open} size={size} /> : null}
      {open && (method || !standing) ? (
        <OpenCharges open={open} method={method} size={size} isSecond={isSecond} />
      ) : null}
    </Stack>
  )
}
