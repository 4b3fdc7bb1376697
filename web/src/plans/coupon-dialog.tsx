import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { CouponCode, NewCoupon } from '@spacekeeper/contract/plans/shapes.ts'
import { z } from 'zod'
import { parseAmount, parseCount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addCoupon } from './api.ts'

const kinds = ['percent', 'amount'] as const

const { shape } = NewCoupon

/** Nothing where there is no limit. */
const limit = { read: parseCount, words: () => describeKey('plans:wholeWrong'), empty: null }

const valueRules = {
  percent: typedNumber(shape.percent, {
    read: (text) => parseCount(text.replace('%', '')),
    words: () => describeKey('plans:percentWrong'),
  }),
  amount: typedNumber(shape.amountCents, { read: parseAmount, words: () => describeKey('plans:amountWrong') }),
}

/** A coupon as it is typed; its value is a percentage or an amount. */
const TypedCoupon = z
  .object({
    code: CouponCode,
    description: z.string(),
    kind: z.enum(kinds),
    value: z.string().trim().min(1),
    periods: typedNumber(shape.periods, limit),
    maxUses: typedNumber(shape.maxUses, limit),
    usesPerMember: typedNumber(shape.usesPerMember.unwrap(), {
      read: parseCount,
      words: () => describeKey('plans:usesPerMemberWrong'),
    }),
    startsOn: TypedFutureDay,
    endsOn: TypedFutureDay,
  })
  .transform(({ kind, value, ...coupon }, context): NewCoupon => {
    const { data = null, error } = valueRules[kind].safeParse(value)
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: ['value'], message })
    return { ...coupon, percent: null, amountCents: null, [kind === 'percent' ? 'percent' : 'amountCents']: data }
  })

const initial: z.input<typeof TypedCoupon> = {
  code: '',
  description: '',
  kind: 'percent',
  value: '',
  periods: '',
  maxUses: '',
  usesPerMember: '1',
  startsOn: '',
  endsOn: '',
}

/** Adds a code that makes plans cheaper. */
export const CouponDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('plans')
  return (
    <FormDialog
      title={t('addCoupon')}
      action={t('addCoupon')}
      initial={initial}
      schema={TypedCoupon}
      submit={async (coupon) => {
        await addCoupon(coupon)
        notify.done({ text: t('added', { name: coupon.code }) })
      }}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <>
          <TextInput
            {...field('code')}
            label={t('code')}
            description={t('codeHint')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput {...field('description')} label={t('couponFor')} autoComplete="off" />
          <SegmentedControl
            aria-label={t('kind')}
            value={values.kind}
            onChange={(kind) => set('kind', kind)}
            data={kinds.map((value) => ({ value, label: t(value) }))}
          />
          <TextInput
            {...field('value')}
            label={t(values.kind === 'percent' ? 'percentValue' : 'amountValue')}
            inputMode="decimal"
            autoComplete="off"
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              {...field('periods')}
              label={t('periods')}
              description={t('periodsHint')}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextInput
              {...field('maxUses')}
              label={t('maxUses')}
              description={t('maxUsesHint')}
              inputMode="numeric"
              autoComplete="off"
            />
          </Group>
          <TextInput
            {...field('usesPerMember')}
            label={t('usesPerMember')}
            description={t('usesPerMemberHint')}
            inputMode="numeric"
            autoComplete="off"
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput {...field('startsOn')} type="date" label={t('startsOn')} />
            <TextInput {...field('endsOn')} type="date" label={t('endsOn')} />
          </Group>
        </>
      )}
    </FormDialog>
  )
}
