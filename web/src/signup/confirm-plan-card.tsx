import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { OfferedPlan, OfferedTier, PlanQuote } from '@spacekeeper/contract/signup/shapes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useComing } from '../plans/plan-price.ts'
import { choosePlan, quoteQuery } from './api.ts'
import { planTitle } from './plan-words.ts'
import classes from './signup.module.css'

type Props = {
  tier: OfferedTier
  plan: OfferedPlan
  collector: Collector
  onBack: () => void
  onTaken: () => void
}

/** What is paid today and next, to the cent, before anything is agreed. */
export const ConfirmPlanCard = ({ tier, plan, collector, onBack, onTaken }: Props) => {
  const { t } = useTranslation('signup')
  const [couponCode, setCouponCode] = useState<string | undefined>()
  const choice = { planId: plan.id, collector, ...(couponCode && { couponCode }) }
  const take = useMutation({
    mutationFn: () => choosePlan(choice),
    onSuccess: () => {
      onTaken()
    },
  })
  // A plan that was taken has no price any more.
  const isOpen = !take.isPending && !take.isSuccess
  const query = useQuery({ ...quoteQuery(choice), placeholderData: keepPreviousData, enabled: isOpen })
  const couponError = fieldErrors(query.error)['couponCode']
  // A coupon that is refused leaves the price as it was without it.
  const shown = couponError ? { ...query, error: null } : query
  return (
    <Card component="section" aria-labelledby="confirm-plan">
      <Stack gap="md">
        <Title order={2} id="confirm-plan">
          {t('confirmHeading')}
        </Title>
        <Text>
          {planTitle({ tier: tier.name, name: plan.name })} · {t(`collector_${collector}`)}
        </Text>
        <Page query={shown}>{(quote) => <Quote quote={quote} />}</Page>
        <CouponForm isUsed={couponCode !== undefined} error={couponError} onUse={setCouponCode} />
        <FormError>{take.error ? errorText(take.error) : null}</FormError>
        <Text size="sm" c="dimmed">
          {t('applicationNote')}
        </Text>
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button
            loading={take.isPending}
            disabled={!query.data || couponError !== undefined}
            onClick={() => take.mutate()}
          >
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

const Line = ({ label, children, isTotal }: { label: ReactNode; children: ReactNode; isTotal?: boolean }) => (
  <div className={classes.line} data-total={isTotal || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Quote = ({ quote }: { quote: PlanQuote }) => {
  const { t } = useTranslation('signup')
  const money = useMoney()
  const amount = (cents: number) => money(cents, quote.currency)
  const prices = useComing()(quote.coming, quote.currency)
  return (
    <Stack gap="sm">
      <dl className={classes.lines}>
        {quote.lines.map(({ description, amountCents, discountCents }) => (
          <Line
            key={description}
            label={
              <>
                {description}
                {discountCents > 0 ? (
                  <Text component="span" size="sm" c="dimmed" display="block">
                    {t('discount', { amount: amount(-discountCents) })}
                  </Text>
                ) : null}
              </>
            }
          >
            {amount(amountCents)}
          </Line>
        ))}
        <Line label={t(quote.todayCents > 0 ? 'today' : 'nothingToday')} isTotal>
          {amount(quote.todayCents)}
        </Line>
      </dl>
      {quote.creditCents > 0 ? <Text size="sm">{t('credit', { amount: amount(quote.creditCents) })}</Text> : null}
      <Text size="sm">
        {t('paidThrough', { day: formatDate(`${quote.paidThrough}T12:00`) })}{' '}
        {prices === null ? null : t('nextPayment', { prices })}
      </Text>
      {quote.todayCents > 0 ? <Text size="sm">{t(quote.paysBeforeAccess ? 'payFirst' : 'payLater')}</Text> : null}
    </Stack>
  )
}

type CouponFormProps = { isUsed: boolean; error: string | undefined; onUse: (code: string | undefined) => void }

const CouponForm = ({ isUsed, error, onUse }: CouponFormProps) => {
  const { t } = useTranslation('signup')
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  if (!isOpen) {
    return (
      <Group>
        <Button variant="subtle" px={0} onClick={() => setOpen(true)}>
          {t('couponAdd')}
        </Button>
      </Group>
    )
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onUse(typed.trim() === '' ? undefined : typed.trim())
      }}
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          label={t('coupon')}
          {...requiredBy(signupApi.choosePlan.body.shape.couponCode)}
          value={typed}
          maxLength={30}
          autoComplete="off"
          error={error}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            if (isUsed) onUse(undefined)
          }}
        />
        <Button type="submit" variant="default" mt={28}>
          {t('couponApply')}
        </Button>
      </Group>
    </Form>
  )
}
