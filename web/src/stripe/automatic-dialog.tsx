import { Checkbox, Paper, Text, TextInput } from '@mantine/core'
import type { AutomaticTopUpPage, SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { leastTopUpCents } from '@spacekeeper/contract/stripe/words.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { ApiError, fieldErrors } from '#platform/api/api-error.ts'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { stripe } from './api.ts'
import { useMethodName } from './method-words.ts'
import { typedCents } from './typed-cents.ts'

const mostCents = 1_000_000

const useSchema = (maxCents: number) => {
  const money = useMoney()
  const { t } = useTranslation('stripe')
  return useMemo(
    () =>
      z.object({
        threshold: typedCents({ least: 0, most: mostCents, money }),
        amount: typedCents({ least: leastTopUpCents, most: maxCents, money }),
        cap: typedCents({ least: leastTopUpCents, most: mostCents * 10, money }),
        agrees: z.literal(true, t('tickToAgree')),
      }),
    [maxCents, money, t],
  )
}

type Props = { page: AutomaticTopUpPage; method: SavedMethod; onClose: () => void }

/** When the balance tops itself up, by how much, at most how much, and the words the member agrees to. */
export const AutomaticDialog = ({ page, method, onClose }: Props) => {
  const { t } = useTranslation('stripe')
  const name = useMethodName()(method)
  const money = useMoney()
  const balanceCents = Math.round((useProfile()?.financial.memberBucks.balance ?? 0) * 100)
  const { order, consent, maxCents } = page
  const usual = Math.min(2000, maxCents)
  const shown = order ?? { thresholdCents: 500, amountCents: usual, monthlyCapCents: usual * 3 }
  return (
    <FormDialog
      title={t('automatic')}
      action={t(order?.isOn ? 'change' : 'turnOn')}
      initial={{
        threshold: typedAmount(shown.thresholdCents),
        amount: typedAmount(shown.amountCents),
        cap: typedAmount(shown.monthlyCapCents),
        agrees: false,
      }}
      schema={useSchema(maxCents)}
      submit={async ({ threshold, amount, cap }) => {
        const typed = { thresholdCents: threshold, amountCents: amount, monthlyCapCents: cap, consent }
        await stripe.setAutomaticTopUp(typed)
        notify.done({ text: t('turnedOn') })
      }}
      explain={(error) => {
        const wrong = error instanceof ApiError ? fieldErrors(error) : {}
        const fields = {
          ...(wrong['thresholdCents'] && { threshold: wrong['thresholdCents'] }),
          ...(wrong['amountCents'] && { amount: wrong['amountCents'] }),
          ...(wrong['monthlyCapCents'] && { cap: wrong['monthlyCapCents'] }),
        }
        return Object.keys(fields).length > 0 ? { fields } : null
      }}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {({ field, values }) => (
        <>
          <TextInput
            {...field('threshold')}
            label={t('thresholdLabel')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
          />
          <TextInput {...field('amount')} label={t('amountLabel')} inputMode="decimal" autoComplete="off" />
          <TextInput {...field('cap')} label={t('capLabel')} inputMode="decimal" autoComplete="off" />
          <Text size="sm">
            {t('takesFrom', { method: name })}{' '}
            {balanceCents < (parseAmount(values.threshold) ?? 0)
              ? t('startsNow', { balance: money(balanceCents) })
              : null}
          </Text>
          <Paper withBorder p="sm" component="section" aria-label={t('consentHeading')}>
            <Text size="sm" fw={600}>
              {t('consentHeading')}
            </Text>
            <Text size="sm">{consent}</Text>
          </Paper>
          <Checkbox {...field('agrees', 'checkbox')} label={t('consent')} />
        </>
      )}
    </FormDialog>
  )
}
