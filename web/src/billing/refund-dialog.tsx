import { Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { RefundPreview } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { refundMethods } from '@spacekeeper/contract/billing/words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { methodWords, newArrival, typedArrival, TypedAmount } from './arrival-field.tsx'
import { desk, newKey, refreshDesk, refundQuery, type RefundTarget } from './desk-api.ts'

const TypedRefund = z.object({
  ...typedArrival,
  method: z.enum(refundMethods),
  amount: TypedAmount,
  reason: deskApi.refund.body.shape.reason,
})

/** What the server says of the amount stands at the field of the amount. */
const explain = (error: unknown) => {
  const { amountCents, ...fields } = fieldErrors(error)
  return amountCents === undefined ? null : { fields: { ...fields, amount: amountCents } }
}

type Props = { target: RefundTarget; onClose: () => void }

/** Books that money of a payment or a charge went back to its member, after saying what follows. */
export const RefundDialog = ({ target, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const query = useQuery(refundQuery(target))
  const name = query.data?.memberName ?? ''
  return (
    <BasicDialog title={t('deskRefundTitle', { name })} onClose={onClose} closeOnClickOutside={false}>
      <Page query={query}>
        {(whole) =>
          whole.mostCents === 0 ? (
            <Text>{t('deskRefundNothing')}</Text>
          ) : (
            <RefundForm target={target} whole={whole} onClose={onClose} />
          )
        }
      </Page>
    </BasicDialog>
  )
}

const RefundForm = ({ target, whole, onClose }: Props & { whole: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const money = useMoney()
  const [idempotencyKey] = useState(newKey)
  const [keepsAccess, setKeepsAccess] = useState(false)
  const { memberName: name, mostCents, currency } = whole
  const methods = refundMethods.filter((method) => method !== 'balance' || whole.hasBalance)
  return (
    <DialogForm
      action={t('deskRefund')}
      isDangerous
      initial={{ ...newArrival(), amount: typedAmount(mostCents), reason: '' }}
      schema={TypedRefund}
      explain={explain}
      submit={async ({ amount, ...typed }) => {
        await desk.refund({ ...target, ...typed, amountCents: amount, keepsAccess, idempotencyKey })
        notify.done({ text: t('deskRefundDone', { name, amount: money(amount, currency) }) })
        await refreshDesk(client)
      }}
      onClose={onClose}
    >
      {({ field, values }) => {
        const amountCents = parseAmount(values.amount) ?? 0
        return (
          <>
            <Text size="sm">{t('deskRefundText')}</Text>
            <TextInput
              {...field('amount')}
              label={t('deskAmount')}
              description={t('deskRefundMost', { amount: money(mostCents, currency) })}
              inputMode="decimal"
              autoComplete="off"
              required
              data-autofocus
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <NativeSelect
                {...field('method')}
                label={t('deskRefundMethod')}
                data={methods.map((value) => ({ value, label: t(methodWords[value]) }))}
              />
              <TextInput {...field('paidOn')} type="date" label={t('deskRefundOn')} required />
            </SimpleGrid>
            <TextInput {...field('reference')} label={t('deskReference')} autoComplete="off" />
            <TextInput {...field('reason')} label={t('deskReason')} autoComplete="off" required />
            {whole.lostDays.length > 0 ? (
              <Checkbox
                label={t('deskRefundKeeps', { name })}
                checked={keepsAccess}
                onChange={(event) => setKeepsAccess(event.currentTarget.checked)}
              />
            ) : null}
            {amountCents > 0 && amountCents <= mostCents ? (
              <Effect target={target} amountCents={amountCents} keepsAccess={keepsAccess} />
            ) : null}
          </>
        )
      }}
    </DialogForm>
  )
}

type RefundEffectProps = { target: RefundTarget; amountCents: number; keepsAccess: boolean }

/** What the server says would follow: of charges, of access and of the plan. */
const Effect = ({ target, amountCents, keepsAccess }: RefundEffectProps) => {
  const { data, isPlaceholderData } = useQuery(
    refundQuery({ ...target, amountCents, keepsAccess: String(keepsAccess) }),
  )
  if (!data) return null
  return (
    <Stack gap={4} role="status" style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <MoneyEffect preview={data} />
      <AccessEffect preview={data} />
    </Stack>
  )
}

const MoneyEffect = ({ preview }: { preview: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { currency, creditCents, charges } = preview
  return (
    <>
      {creditCents > 0 ? (
        <Text size="sm">{t('deskRefundCredit', { amount: money(creditCents, currency) })}</Text>
      ) : null}
      {charges.map(({ chargeId, description, from, to, cents, isWhole, isOpen }) => {
        const what =
          from === null || to === null
            ? description
            : t('deskRefundPeriod', { what: description, from: formatCalendarDay(from), to: formatCalendarDay(to) })
        const word = isOpen ? 'deskRefundOpen' : isWhole ? 'deskRefundWhole' : 'deskRefundPart'
        return (
          <Text size="sm" key={chargeId}>
            {t(word, { what, amount: money(cents, currency) })}
          </Text>
        )
      })}
    </>
  )
}

const AccessEffect = ({ preview }: { preview: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const { memberName: name, lostDays, endsAccessToday, people, nextFrom } = preview
  if (lostDays.length === 0) return <Text size="sm">{t('deskRefundSame', { name })}</Text>
  return (
    <>
      {lostDays.map(({ from, to }) => (
        <Text size="sm" fw={600} key={from}>
          {t('deskRefundLost', { name, from: formatCalendarDay(from), to: formatCalendarDay(to) })}
        </Text>
      ))}
      {endsAccessToday ? <Text size="sm">{t('deskRefundNow', { name })}</Text> : null}
      {people > 0 ? (
        <Text size="sm">{t('deskRefundPeople', { count: people, formatted: formatNumber(people) })}</Text>
      ) : null}
      {nextFrom === null ? null : <Text size="sm">{t('deskRefundNext', { day: formatCalendarDay(nextFrom) })}</Text>}
    </>
  )
}
