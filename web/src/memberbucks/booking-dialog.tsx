import { useState } from 'react'
import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { staffTypes } from '@spacekeeper/contract/memberbucks.ts'
import { explain } from '#platform/form/explain.ts'
import { parseAmount } from '#platform/form/parse-amount.ts'
import { useForm } from '#platform/form/use-form.ts'
import { formatMoney } from '#platform/i18n/format.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { bookEntry, refreshLedger } from './api.ts'
import { entryWords } from './entry-words.ts'
import { readBooking } from './read-booking.ts'

/** Names one booking, so that a second click or a lost answer books nothing twice. Works without https, too. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

const initial = { amount: '', description: '' }

type Props = { memberId: number; name: string; balanceCents: number; onClose: () => void }

/** Takes a payment or a correction, and says what it will make of the balance before it is booked. */
export const BookingDialog = ({ memberId, name, balanceCents, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const client = useQueryClient()
  const { siteLocaleCurrency } = useSite().general
  const [idempotencyKey] = useState(newKey)
  const [isIn, setIn] = useState(true)
  const [type, setType] = useState<(typeof staffTypes)[number]>('cash')
  const money = (cents: number) => formatMoney(cents, siteLocaleCurrency)
  const sign = isIn ? 1 : -1
  const { values, field, failure, isBusy, formProps } = useForm({
    initial,
    schema: readBooking,
    submit: async ({ amount, description }) => {
      const amountCents = amount * sign
      const booked = await bookEntry({ memberId, idempotencyKey, amountCents, type, description })
      await refreshLedger(client)
      notify.done({ text: t('booked', { name, balance: money(booked.balanceCents) }) })
      onClose()
    },
    explain: (error) => explain(error, ['description']),
  })
  const cents = (parseAmount(values.amount) ?? 0) * sign
  const amounts = { before: money(balanceCents), after: money(balanceCents + cents) }
  return (
    <Modal opened onClose={onClose} title={t('bookTitle', { name })} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form {...formProps}>
        <Stack gap="md">
          <SegmentedControl
            aria-label={t('direction')}
            value={isIn ? 'in' : 'out'}
            onChange={(value) => setIn(value === 'in')}
            data={[
              { value: 'in', label: t('moneyIn') },
              { value: 'out', label: t('moneyOut') },
            ]}
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              {...field('amount')}
              label={t('amount')}
              placeholder={t('amountHint')}
              inputMode="decimal"
              autoComplete="off"
              required
              data-autofocus
            />
            <NativeSelect
              size="md"
              label={t('kind')}
              value={type}
              onChange={(event) => setType(staffTypes.find((known) => known === event.currentTarget.value) ?? 'cash')}
              data={staffTypes.map((value) => ({ value, label: t(entryWords(value)) }))}
            />
          </Group>
          <TextInput {...field('description')} label={t('description', { name })} autoComplete="off" required />
          {cents === 0 ? null : (
            <Text size="sm" role="status">
              {t(cents < 0 && balanceCents + cents < 0 ? 'effectTooLow' : 'effect', amounts)}
            </Text>
          )}
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" h={44} loading={isBusy}>
              {t('book')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
