import { Button, Card, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type BankLine, SplitPart } from '@spacekeeper/contract/bank/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { bank, payerDuesQuery } from './api.ts'
import { assignKinds, assignWords } from './assign-dialog.tsx'
import { useLineWords } from './line-row.tsx'

type TypedPart = {
  key: number
  member: PickedMember | null
  kind: (typeof assignKinds)[number]
  chargeId: number | null
  amount: string
}

const newPart = (key: number, cents = 0): TypedPart => ({
  key,
  member: null,
  kind: 'dues',
  chargeId: null,
  amount: cents > 0 ? typedAmount(cents) : '',
})

const centsOf = ({ amount }: TypedPart): number => parseAmount(amount) ?? 0

const sumOf = (parts: readonly TypedPart[]): number => parts.reduce((sum, part) => sum + centsOf(part), 0)

/** As many as the server takes. */
const mostParts = 20

type Props = { line: BankLine; onClose: () => void }

/** Books one line for several members or charges. */
export const SplitDialog = ({ line, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const words = useLineWords()(line)
  const [parts, setParts] = useState<readonly TypedPart[]>([newPart(1), newPart(2)])
  const left = line.amountCents - sumOf(parts)
  const change = (key: number, more: Partial<TypedPart>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...more } : part)))
  const add = () => setParts([...parts, newPart(Math.max(...parts.map(({ key }) => key)) + 1, left)])
  const isReady = left === 0 && parts.every((part) => part.member !== null && centsOf(part) > 0)
  const book = async () => {
    const target = {
      kind: 'split' as const,
      parts: parts.flatMap((part) =>
        part.member === null
          ? []
          : [
              {
                kind: part.kind,
                memberId: part.member.id,
                amountCents: centsOf(part),
                ...(part.kind === 'dues' && part.chargeId !== null && { chargeId: part.chargeId }),
              },
            ],
      ),
    }
    const { refused } = await bank.confirmLines({ lines: [{ lineId: line.id, target }] })
    if (refused[0]) notify.failed(refused[0].detail)
    else notify.done({ text: t('splitDone', { amount: words.amount, count: parts.length }) })
  }
  return (
    <ConfirmDialog
      title={t('splitTitle', words)}
      text={`${words.day}. ${line.payerName} ${line.text}`}
      action={t('splitAction')}
      isReady={isReady}
      run={book}
      onClose={onClose}
    >
      {parts.map((part, at) => (
        <PartCard
          key={part.key}
          part={part}
          number={at + 1}
          currency={line.currency}
          onChange={(more) => change(part.key, more)}
          onRemove={parts.length > 2 ? () => setParts(parts.filter(({ key }) => key !== part.key)) : null}
        />
      ))}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" c={left === 0 ? 'dimmed' : 'inherit'}>
          {left === 0
            ? t('splitFits')
            : left > 0
              ? t('splitLeft', { amount: money(left, line.currency) })
              : t('splitOver', { amount: money(-left, line.currency) })}
        </Text>
        {parts.length < mostParts ? (
          <Button size="compact-sm" variant="subtle" onClick={add}>
            {t('splitAdd')}
          </Button>
        ) : null}
      </Group>
    </ConfirmDialog>
  )
}

type SplitPartProps = {
  part: TypedPart
  number: number
  currency: string
  onChange: (more: Partial<TypedPart>) => void
  onRemove: (() => void) | null
}

const PartCard = ({ part, number, currency, onChange, onRemove }: SplitPartProps) => {
  const { t } = useTranslation('bank')
  const { enableMemberBucks } = useSite().features
  const offered = assignKinds.filter((one) => one !== 'topUp' || enableMemberBucks)
  return (
    <Card padding="sm" role="group" aria-label={t('splitPart', { number })}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={600} aria-hidden>
          {t('splitPart', { number })}
        </Text>
        {onRemove ? (
          <Button size="compact-sm" variant="subtle" onClick={onRemove} aria-label={t('splitRemoveOf', { number })}>
            {t('splitRemove')}
          </Button>
        ) : null}
      </Group>
      <MemberPicker
        label={t('splitMember')}
        {...requiredBy(SplitPart.shape.memberId)}
        onChoose={(member) => onChange({ member, chargeId: null })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <TextInput
          label={t('splitAmount')}
          inputMode="decimal"
          autoComplete="off"
          {...requiredBy(SplitPart.shape.amountCents)}
          value={part.amount}
          error={part.amount !== '' && parseAmount(part.amount) === null ? t('splitAmountWrong') : undefined}
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('assignAs')}
          value={part.kind}
          onChange={(event) => {
            const kind = offered.find((one) => one === event.currentTarget.value)
            if (kind) onChange({ kind })
          }}
          data={offered.map((value) => ({ value, label: t(assignWords[value]) }))}
        />
      </SimpleGrid>
      {part.member && part.kind === 'dues' ? (
        <ChargePicker
          memberId={part.member.id}
          currency={currency}
          chargeId={part.chargeId}
          onChoose={(chargeId, cents) =>
            onChange({ chargeId, ...(part.amount === '' && cents !== null && { amount: typedAmount(cents) }) })
          }
        />
      ) : null}
    </Card>
  )
}

type ChargePickerProps = {
  memberId: number
  currency: string
  chargeId: number | null
  onChoose: (chargeId: number | null, openCents: number | null) => void
}

/** What of a member is paid first. */
const ChargePicker = ({ memberId, currency, chargeId, onChoose }: ChargePickerProps) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { data } = useQuery(payerDuesQuery(memberId))
  const charges = data?.charges.filter((charge) => charge.currency === currency) ?? []
  if (charges.length === 0) return null
  return (
    <NativeSelect
      mt="sm"
      label={t('splitCharge')}
      value={chargeId === null ? '' : String(chargeId)}
      onChange={(event) => {
        const charge = charges.find(({ id }) => String(id) === event.currentTarget.value)
        onChoose(charge?.id ?? null, charge ? charge.amountCents - charge.paidCents : null)
      }}
      data={[
        { value: '', label: t('splitOldest') },
        ...charges.map(({ id, description, amountCents, paidCents }) => ({
          value: String(id),
          label: `${description}, ${money(amountCents - paidCents, currency)}`,
        })),
      ]}
    />
  )
}
