import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { SavedMethod, StartedTopUp, TopUp, TopUpForm } from '@spacekeeper/contract/stripe/shapes.ts'
import { leastTopUpCents } from '@spacekeeper/contract/stripe/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError, fieldErrors } from '#platform/api/api-error.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { goToStripe, stripe, topUpFormQuery } from './api.ts'
import { CheckoutCard } from './checkout-card.tsx'
import { useMethodName } from './method-words.ts'
import { TopUpRow } from './top-up-row.tsx'
import { typedTopUp } from './typed-cents.ts'
import classes from './stripe.module.css'

type PayWay = 'saved' | 'checkout'

/** One key for each amount and way: another amount is another top-up, the same one after a lost answer is not. */
const useKey = () => {
  const [keys] = useState(() => new Map<string, string>())
  return {
    keyOf: (what: string) => {
      const key = keys.get(what) ?? newKey()
      keys.set(what, key)
      return key
    },
    forget: () => keys.clear(),
  }
}

const WayField = ({ method, way, onChange }: { method: SavedMethod; way: PayWay; onChange: (way: PayWay) => void }) => {
  const { t } = useTranslation('stripe')
  const name = useMethodName()(method)
  return (
    <Radio.Group
      label={t('payWith')}
      value={way}
      onChange={(value) => onChange(value === 'saved' ? 'saved' : 'checkout')}
    >
      <Stack gap={8} mt={4}>
        <Radio value="saved" label={t('withSaved', { method: name })} />
        <Radio value="checkout" label={t('withPage')} />
      </Stack>
    </Radio.Group>
  )
}

type AmountsProps = { options: readonly number[]; chosen: number | null; onChoose: (cents: number) => void }

const AmountButtons = ({ options, chosen, onChoose }: AmountsProps) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  if (options.length === 0) return null
  return (
    <div className={classes.amounts} role="group" aria-label={t('chooseAmount')}>
      {options.map((cents) => (
        <Button
          key={cents}
          variant={cents === chosen ? 'filled' : 'default'}
          aria-pressed={cents === chosen}
          onClick={() => onChoose(cents)}
        >
          {money(cents)}
        </Button>
      ))}
    </div>
  )
}

/** What is typed and chosen, and what comes of it: Stripe's page, or how the top-up stands. */
const TopUpFields = ({ form: page, onDone }: { form: TopUpForm; onDone: () => void }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { keyOf, forget } = useKey()
  const [way, setWay] = useState<PayWay>(page.method ? 'saved' : 'checkout')
  const [last, setLast] = useState<TopUp | null>(null)
  const { options, maxCents, method } = page
  const settle = ({ topUp, url }: StartedTopUp) => {
    if (url !== null) return goToStripe(url)
    if (topUp.state !== 'started') forget()
    if (topUp.state !== 'succeeded') return setLast(topUp)
    notify.done({ text: t('toppedUp', { amount: money(topUp.amountCents) }) })
    return onDone()
  }
  const { field, values, set, failure, isBusy, formProps } = useApiForm({
    initial: { amount: typedAmount(options[0] ?? Math.min(2000, maxCents)) },
    schema: useMemo(() => typedTopUp(maxCents, money), [maxCents, money]),
    submit: ({ amount }) => stripe.topUp({ amountCents: amount, way, idempotencyKey: keyOf(`${amount} ${way}`) }),
    onDone: settle,
    explain: (error) => {
      const { amountCents } = error instanceof ApiError ? fieldErrors(error) : {}
      return amountCents ? { fields: { amount: amountCents } } : null
    },
  })
  const chosen = parseAmount(values.amount)
  const amount = money(chosen ?? 0)
  // What the list above says already is not said twice.
  const isListed = page.recent.some(({ id }) => id === last?.id)
  return (
    <Form {...formProps}>
      <Stack gap="md">
        <AmountButtons options={options} chosen={chosen} onChoose={(cents) => set('amount', typedAmount(cents))} />
        <TextInput
          {...field('amount')}
          label={t(options.length > 0 ? 'otherAmount' : 'chooseAmount')}
          description={t('otherHint', { least: money(leastTopUpCents), most: money(maxCents) })}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
        />
        {method ? <WayField method={method} way={way} onChange={setWay} /> : null}
        {method && method.kind !== 'card' && way === 'saved' ? (
          <Text size="sm" c="dimmed">
            {t('debitTakesDays')}
          </Text>
        ) : null}
        {last && !isListed ? <TopUpRow topUp={last} /> : null}
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" loading={isBusy}>
          {t(way === 'saved' ? 'topUpAmount' : 'goOn', { amount })}
        </Button>
        {way === 'checkout' ? <span className={classes.quiet}>{t('leavesHere')}</span> : null}
      </Stack>
    </Form>
  )
}

type Props = { session: string | undefined; onDone: () => void }

/** Tops up by card or bank account: what is under way, an amount, and what it is paid with. */
export const TopUpCard = ({ session, onDone }: Props) => (
  <Stack gap="md">
    {session === undefined ? null : <CheckoutCard key={session} session={session} />}
    <Page query={useQuery(topUpFormQuery)}>
      {(form) => (
        <Stack gap="md">
          {form.recent.map((topUp) => (
            <TopUpRow key={topUp.id} topUp={topUp} />
          ))}
          <TopUpFields form={form} onDone={onDone} />
        </Stack>
      )}
    </Page>
  </Stack>
)
